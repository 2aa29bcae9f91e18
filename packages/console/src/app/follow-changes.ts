import type { Licet } from '@licet/client';
import type { QueryClient } from '@tanstack/react-query';
import { isEnding } from '../blocks/ending.ts';

export interface Following {
  readonly onChange: Licet['onChange'];
  readonly queryClient: Pick<QueryClient, 'invalidateQueries'>;
  /** Whether a form contains unsent input. While it does, data that forms depend on is not refetched. */
  readonly typing?: () => boolean;
}

/**
 * Keeps the cache up to date with changes by other users and tabs. Refetches visible queries immediately, and others
 * when they are next shown. Runs at most once a second, and less often if answers are slow.
 * @returns a function that stops it
 */
export function followChanges({ onChange, queryClient, typing = isTyping }: Following): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due = false;
  let held = false;
  let rests = 0;

  const plan = () => {
    timer ??= setTimeout(round, Math.max(SOON_MS, rests - Date.now()));
  };
  const round = async () => {
    const startedAt = Date.now();
    const refetchType = document.visibilityState === 'visible' ? 'active' : 'none';
    const isHeld = typing();
    if (due || (held && !isHeld)) {
      const wasDue = due;
      due = false;
      held = isHeld;
      await queryClient
        .invalidateQueries({
          refetchType,
          predicate: ({ queryKey }) => !isEnding(queryKey) && (!isHeld || (wasDue && unharmed.has(queryKey[0]))),
        })
        .catch(() => undefined);
    }
    rests = Date.now() + Math.max(REST_MS, SHARE * (Date.now() - startedAt));
    timer = undefined;
    if (due || held) plan();
  };
  const stop = onChange(() => {
    due = true;
    plan();
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

/** Changes come in groups, such as an import: wait this long, then refetch once for all of them. */
const SOON_MS = 100;
const REST_MS = 1000;
/** Wait four times as long as the last refetch took, so that refetching takes at most a fifth of the time. */
const SHARE = 4;
/**
 * Queries that are refetched even while a form contains input, because no form depends on them or the form keeps the
 * input itself.
 */
const unharmed: ReadonlySet<unknown> = new Set(['inbox', 'me', 'requests', 'plans']);

const typedIn = new Set<HTMLFormElement>();

/** Records the forms with input, until they are sent or removed. */
export function watchTyping(document: Document): void {
  document.addEventListener('input', ({ target }) => {
    const form = target instanceof Element ? target.closest('form') : null;
    if (form) typedIn.add(form);
  });
  document.addEventListener('submit', ({ target }) => {
    if (target instanceof HTMLFormElement) typedIn.delete(target);
  });
}

/** Whether a form on the screen contains unsent input. */
export function isTyping(): boolean {
  for (const form of typedIn) if (!form.isConnected) typedIn.delete(form);
  return typedIn.size > 0;
}
