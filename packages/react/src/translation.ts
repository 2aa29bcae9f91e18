import type { cover } from './cover-words.en.ts';
import type { atOnce } from './denied/emergency-access-words.en.ts';
import type { Sentence } from './denied/refused-words.ts';
import type { Words } from './denied/words.ts';
import { type Later, later } from './later.ts';
import type { stepUp } from './step-up-words.en.ts';

/**
 * All texts of this package in one language. A missing text does not compile. Times are in ISO 8601; `now` is in
 * milliseconds since the epoch.
 */
export interface Translation {
  /** The sentences of a refused button, before its explanation is loaded. */
  readonly refused: { readonly mayNotUse: Sentence; readonly mayNotDo: Sentence };
  /** The texts of `<Denied>`. `language` is the BCP 47 tag of the language. */
  readonly words: Words;
  /** The texts of the cover of a `<Guard>`, while the access cannot be renewed. */
  readonly cover: typeof cover;
  /** The texts of a guard that requires a stronger sign-in. */
  readonly stepUp: typeof stepUp;
  /** The texts of a role that the user may take without approval. */
  readonly atOnce: typeof atOnce;
}

/** Translations by language tag in lower case. `fr` also serves `fr-CA`. */
export type Languages = Readonly<Record<Lowercase<string>, Later<Translation>>>;

/**
 * A translation that is loaded when a text is needed. If loading fails, the texts are in English.
 *
 * @example
 * import { type Translation, translation } from '@licet/react';
 *
 * declare const french: Translation; // such as the default export of './licet.fr.ts'
 * const languages = { fr: translation(async () => french) };
 */
export const translation = (load: () => Promise<Translation>): Later<Translation> => later(load);
