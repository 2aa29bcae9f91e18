import type { Language } from '../language.ts';

export type Sentence = (kind: 'permission' | 'role', name: string) => string;

/** The sentences of a refusal that are shown before its explanation is loaded. */
export const refusedWords: Readonly<Record<Language, { readonly mayNotUse: Sentence; readonly mayNotDo: Sentence }>> = {
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
