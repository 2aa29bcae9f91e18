import { foldForSearch } from '@licet/contract';
import { useEffect, useState } from 'react';
import type { LoadOptions, Option } from './option.ts';
import { words } from './words.ts';

/** The result of a search for options. */
export interface OptionSearch<O extends Option> {
  options: readonly O[];
  state: 'idle' | 'loading' | 'found' | 'failed';
  /** The query of the found options. */
  query: string | null;
}

const TYPING_PAUSE_MS = 120;

/**
 * Loads options while the user types: waits for a pause, drops late answers, and keeps the old options until the next
 * ones.
 */
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
 * The option that Enter takes: the one with exactly that name, or else the first; 'not yet' while the options do not
 * answer `query`; 'nobody' if none matches.
 */
export function theOne<O extends Option>(search: OptionSearch<O>, options: readonly O[], query: string) {
  if (search.query !== query || search.state === 'loading') return 'not yet';
  const asked = foldForSearch(query.trim());
  return options.find(({ label }) => foldForSearch(label) === asked) ?? options[0] ?? 'nobody';
}

/** The text of a list without options; `none` if nothing was found. */
export function whyEmpty({ state }: OptionSearch<Option>, none: string): string {
  if (state === 'failed') return words.failed;
  return state === 'found' ? none : words.searching;
}
