import { useEffect, useMemo, useState } from 'react';
import type { Find } from './console-context.ts';
import { splitMatches } from './matches.ts';
import type { NavEntry } from './navigation.ts';
import { words } from './words.ts';

const TYPING_PAUSE_MS = 90;

/** Screens at once, everything else as the search answers. Old finds stay until new ones come. */
export function usePaletteFinds(
  entries: readonly NavEntry[],
  search: (query: string, signal: AbortSignal) => Promise<readonly Find[]>,
  query: string,
): { finds: readonly Find[]; state: 'idle' | 'loading' | 'found' | 'failed' } {
  const [last, setLast] = useState<Answer>(nothing);
  const asked = query.trim();

  useEffect(() => {
    if (asked === '') return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      search(asked, controller.signal).then(
        (finds) => {
          if (!controller.signal.aborted) setLast({ asked, finds, state: 'found' });
        },
        () => {
          if (!controller.signal.aborted) setLast((before) => ({ ...before, asked, state: 'failed' }));
        },
      );
    }, TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [asked, search]);

  const screens = useMemo(() => screensFor(entries, asked), [entries, asked]);
  const { finds: found } = asked === '' ? nothing : last;
  const state = asked === '' ? 'idle' : last.asked === asked ? last.state : 'loading';
  return { finds: useMemo(() => [...found, ...screens], [found, screens]), state };
}

/** What was found last, and for which query. */
interface Answer {
  asked: string;
  finds: readonly Find[];
  state: 'found' | 'failed';
}
const nothing: Answer = { asked: '', finds: [], state: 'found' };

function screensFor(entries: readonly NavEntry[], query: string): Find[] {
  return entries
    .filter((entry) => query === '' || splitMatches(words.screenTitles[entry.screen], query).some((piece) => piece.hit))
    .map((entry) => ({
      id: `screen ${entry.to}`,
      group: words.screens,
      label: words.screenTitles[entry.screen],
      href: entry.to,
      icon: entry.icon,
    }));
}
