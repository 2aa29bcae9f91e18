import type { ReactNode } from 'react';
import { dayText, tenseOf } from '../../blocks/tense.ts';
import { HistoryIcon } from '../../ui/icons.tsx';
import { asProblem } from '../../ui/problem.ts';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { words } from './words.ts';

/** No answer. On a day before something existed that is no failure: it says so. */
export function Failed({
  error,
  at,
  onRetry,
}: {
  error: unknown;
  at: string | undefined;
  onRetry: () => void;
}): ReactNode {
  const { status } = asProblem(error);
  if (at === undefined || status !== 404 || tenseOf(at) !== 'past')
    return <ErrorState error={error} onRetry={status === 404 ? undefined : onRetry} />;
  return (
    <EmptyState icon={HistoryIcon} title={words.notThen}>
      {words.notThenWhy(dayText(at))}
    </EmptyState>
  );
}
