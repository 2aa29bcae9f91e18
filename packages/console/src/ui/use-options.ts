import { foldForSearch } from '@licet/contract';
import { useEffect, useState } from 'react';
import type { LoadOptions, Option } from './option.ts';
import { words } from './words.ts';

/** What a search for options came to. */
export interface OptionSearch<O extends Option> {
  options: readonly O[];
  state: 'idle' | 'loading' | 'found' | 'failed';
  /** What was asked when the options were found. */
  query: string | null;
}

const TYPING_PAUSE_MS = 120;

/** Loads options as one types: waits for a pause, drops answers that come too late, keeps the old ones until then. */
export function useOptions<O extends Option>(load: LoadOptions<O>, query: string, active: boolean): OptionSearch<O> {
  const [search, setSearch] = useState<OptionSearch<O>>({ options: [], state: 'idle', query: null });

  useEffect(() => {
    if (!active) return;
    const controller = new AbortController();
    setSearch((before) => ({ ...before, state: 'loading' }));
    const timer = setTimeout(
      () => {
        load(query, controller.signal).then(
          (options) => !controller.signal.aborted && setSearch({ options, state: 'found', query }),
          () => !controller.signal.aborted && setSearch({ options: [], state: 'failed', query }),
        );
      },
      query === '' ? 0 : TYPING_PAUSE_MS,
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [load, query, active]);

  return search;
}

/**
 * Which of the options Enter takes: the one that is called just so, or the first. Nothing yet while they are no answer to
 * `query`; nobody when none fits.
 */
export function theOne<O extends Option>(search: OptionSearch<O>, options: readonly O[], query: string) {
  if (search.query !== query || search.state === 'loading') return 'not yet';
  const asked = foldForSearch(query.trim());
  return options.find(({ label }) => foldForSearch(label) === asked) ?? options[0] ?? 'nobody';
}

/** What a list without options says; `none` when nothing was found. */
export function whyEmpty({ state }: OptionSearch<Option>, none: string): string {
  if (state === 'failed') return words.failed;
  return state === 'found' ? none : words.searching;
}
