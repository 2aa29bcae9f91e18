'use client';

import type { RefObject } from 'react';
import type * as German from './denied/words.de.ts';
import { type Language, useLanguage } from './language.ts';
import { later, useLater } from './later.ts';

export interface Reader {
  /** The language that the application sets. It overrides all others. */
  readonly language: Language | undefined;
  /** The element that contains the text. Its nearest `lang` decides. Default: the page's `lang`. */
  readonly at?: RefObject<Element | null> | undefined;
  /** Whether the component shows any text. German is loaded only in this case. */
  readonly reads?: boolean;
}

const german = /* @__PURE__ */ later<typeof German>(() => import('./denied/words.de.ts'));

/**
 * Returns the texts in the user's language. English is available immediately. German is loaded first, with English as
 * the fallback.
 *
 * @returns undefined while German is loading
 */
export const useWordsOf = <Words>(
  english: Words,
  translated: (german: typeof German) => Words,
  { language: chosen, at, reads = true }: Reader,
): Words | undefined => {
  const isGerman = useLanguage(chosen, at) === 'de';
  const loaded = useLater(german, reads && isGerman);
  return isGerman && loaded !== null ? loaded && translated(loaded) : english;
};
