import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { tenseOf } from '../../blocks/tense.ts';
import { PageBody } from '../../shell/page.tsx';
import { CircleHelpIcon } from '../../ui/icons.tsx';
import { EmptyState, SkeletonLines } from '../../ui/states.tsx';
import type { ExplainAddress } from './address.ts';
import { Failed } from './failed.tsx';
import { Held } from './held.tsx';
import { Looked } from './looked.tsx';
import { decisionQuery } from './queries.ts';
import { Question, type QuestionProps } from './question.tsx';
import { Remedies } from './remedies.tsx';
import { Terminal } from './terminal.tsx';
import { Verdict } from './verdict.tsx';
import { Ways } from './ways.tsx';
import { words } from './words.ts';
import './may-answer.css';

export type AnswerProps = Pick<QuestionProps, 'address' | 'choosingTime' | 'onChoosingTime'> & {
  change: (changes: Partial<ExplainAddress>, replace?: boolean) => void;
};

const SOON_MS = 1000;
const LONGEST_WAIT_MS = 2_147_483_647;

/** May somebody do something: one word, why, and everything that was looked at. */
export function MayAnswer(props: AnswerProps): ReactNode {
  const { application = '', user = '', permission = '', at } = props.address;
  const complete = application !== '' && user !== '' && permission !== '';
  const { data, error, refetch, isPending } = useQuery({
    ...decisionQuery({ application, user, permission, at }),
    enabled: complete,
    // An answer about now is asked for again when it changes by itself.
    refetchInterval: ({ state }) => (at === undefined ? untilChange(state.data?.until ?? null) : false),
  });
  const tense = tenseOf(at);
  return (
    <PageBody>
      <div className="explain">
        <Question {...props} person={complete ? data?.user.name : undefined} />
        {!complete && (
          <EmptyState icon={CircleHelpIcon} title={words.begin}>
            {words.beginMay}
          </EmptyState>
        )}
        {complete && error && !data && <Failed error={error} at={at} onRetry={() => void refetch()} />}
        {complete && !error && isPending && <SkeletonLines lines={3} />}
        {complete && data && (
          <>
            <Verdict decision={data} tense={tense} />
            <div className="explain-two">
              <div className="explain-main">
                {data.permitted || data.paths.length > 0 ? (
                  <Ways decision={data} tense={tense} />
                ) : (
                  <Remedies decision={data} tense={tense} />
                )}
              </div>
              <div className="explain-side">
                <Looked decision={data} />
                {data.reason !== 'suspended' && <Held decision={data} tense={tense} at={at} />}
                <Terminal decision={data} />
              </div>
            </div>
          </>
        )}
      </div>
    </PageBody>
  );
}

function untilChange(until: string | null): number | false {
  if (until === null) return false;
  const left = Date.parse(until) - Date.now();
  return left > LONGEST_WAIT_MS ? false : Math.max(left, 0) + SOON_MS;
}
