import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { asProblem } from '../../ui/problem.ts';
import { periodsQuery, type YearQuestion } from './periods.ts';
import { words } from './words.ts';
import { YearBar } from './year-bar.tsx';
import './twelve-months.css';

interface TwelveMonthsProps {
  question: YearQuestion;
  at: string | undefined;
  onAt: (at: string | undefined) => void;
}

/** The bar of 12 months for a question. Shows nothing if the user or the application does not exist now. */
export function TwelveMonths({ question, at, onAt }: TwelveMonthsProps): ReactNode {
  const { data, error, refetch } = useQuery(periodsQuery(question));
  if (data) return <YearBar held={data} who={data.user.name} at={at} onAt={onAt} />;
  if (!error) return <div className="months-bar months-waiting" aria-hidden="true" />;
  if (asProblem(error).status === 404) return null;
  return (
    <div className="months-bar months-failed">
      <span className="text-muted small">{words.failed}</span>
      <Button small onClick={() => void refetch()}>
        {words.again}
      </Button>
    </div>
  );
}
