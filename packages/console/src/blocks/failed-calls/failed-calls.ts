import type { Query, QueryClient } from '@tanstack/react-query';
import { asProblem } from '../../ui/problem.ts';
import { isShown, onShownErrors } from '../../ui/shown-errors.ts';
import { showToast } from '../../ui/toast.tsx';
import { words as uiWords } from '../../ui/words.ts';
import { words } from './words.ts';

/**
 * Reports failed calls of the page that no component shows, such as those of a count or a menu, and offers to repeat them. The report
 * closes when the calls succeed or the page is left.
 */
export function watchFailedCalls(queryClient: QueryClient): void {
  const cache = queryClient.getQueryCache();
  let said: readonly unknown[] = [];
  let close = () => {};
  const look = () => {
    const failed = cache.findAll({ type: 'active', predicate: isUnshown });
    const errors = failed.map(({ state }) => state.error);
    const isNew = errors.some((error) => !said.includes(error));
    said = errors;
    if (isNew || errors.length === 0) close();
    if (isNew)
      close = showToast({
        text: sentenceOf(failed),
        tone: 'no',
        action: {
          label: uiWords.retry,
          run: () => void queryClient.refetchQueries({ type: 'active', predicate: (query) => failed.includes(query) }),
        },
      });
  };
  let due = false;
  // Waits until the components have drawn the change, because they may show the error themselves.
  const plan = () => {
    if (due) return;
    due = true;
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        due = false;
        look();
      }),
    );
  };
  cache.subscribe(plan);
  onShownErrors(plan);
  plan();
}

/** Whether a query has failed for a reason that another try can repair, and no component shows its error. */
function isUnshown({ state: { error } }: Query): boolean {
  if (!error || isShown(error)) return false;
  const { status } = asProblem(error);
  return status === undefined || status >= 500 || status === 429;
}

/** Names what is missing or old. A query with data keeps the data when its renewal fails. */
function sentenceOf(failed: readonly Query[]): string {
  const named = Object.keys(words.of).filter((noun) => failed.some(({ queryKey }) => queryKey[0] === noun));
  const what = named.map((noun) => words.of[noun as keyof typeof words.of]);
  const lacks = failed.some(({ state }) => state.data === undefined);
  const { title } = asProblem(failed[0]?.state.error);
  return `${(lacks ? words.missing : words.old)(what)} ${title}`;
}
