import type { RefObject } from 'react';
import { type Language, useLanguage } from '../language.ts';
import { none, useLater } from '../later.ts';
import type { Languages, Translation } from '../translation.ts';

export type Sentence = (kind: 'permission' | 'role', name: string) => string;

const builtIn: Readonly<Record<string, Translation['refused']>> = {
  en: {
    mayNotUse: (kind, name) => `You may not use this: it requires the ${kind} ${name}`,
    mayNotDo: (kind, name) => `You may not do this. It requires the ${kind} ${name}.`,
  },
  de: {
    mayNotUse: (kind, name) => `Sie dürfen das nicht verwenden: nötig ist die ${GERMAN[kind]} ${name}`,
    mayNotDo: (kind, name) => `Sie dürfen das nicht. Nötig ist die ${GERMAN[kind]} ${name}.`,
  },
};

const GERMAN = { permission: 'Berechtigung', role: 'Rolle' };

/**
 * Returns the sentences of a refusal that are shown before its explanation is loaded.
 * @returns undefined while a translation of the application is loading
 */
export const useRefusedWords = (
  chosen: Language | undefined,
  languages: Languages | undefined,
  at: RefObject<Element | null>,
  reads: boolean,
): Translation['refused'] | undefined => {
  const language = useLanguage(chosen, languages, at) as Lowercase<string>;
  const part = languages?.[language];
  const loaded = useLater(part ?? none, reads && !!part);
  return part && loaded !== null ? loaded?.refused : (builtIn[language] ?? builtIn.en);
};
