'use client';

import type { RefObject } from 'react';
import { type Language, useLanguage } from './language.ts';
import { type Later, later, none, useLater } from './later.ts';
import type { Languages, Translation } from './translation.ts';

export interface Reader {
  /** The language that the application sets. It overrides all others. */
  readonly language: Language | undefined;
  /** The translations of the application. */
  readonly languages: Languages | undefined;
  /** The element that contains the text. Its nearest `lang` decides. Default: the page's `lang`. */
  readonly at?: RefObject<Element | null> | undefined;
  /** Whether the component shows any text. A translation is loaded only in this case. */
  readonly reads?: boolean;
}

/** The texts that are loaded later. */
export type LaterTexts = Omit<Translation, 'refused'>;

const german: Later<LaterTexts> = /* @__PURE__ */ later<LaterTexts>(() => import('./denied/words.de.ts'));

/**
 * Returns the texts in the user's language. English is available immediately. A translation is loaded first, with
 * English as the fallback.
 *
 * @returns undefined while a translation is loading
 */
export const useWordsOf = <Words>(
  english: Words,
  translated: (texts: LaterTexts) => Words,
  { language: chosen, languages, at, reads = true }: Reader,
): Words | undefined => {
  const language = useLanguage(chosen, languages, at);
  const part: Later<LaterTexts> = laterIn(languages, language) ?? (language === 'de' ? german : none);
  const loaded = useLater(part, reads && part !== none);
  return part === none || loaded === null ? english : loaded && translated(loaded);
};

const laterIn = (languages: Languages | undefined, language: Language): Later<Translation> | undefined =>
  languages && Object.hasOwn(languages, language) ? languages[language as Lowercase<string>] : undefined;
