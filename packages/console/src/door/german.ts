import type { Translation } from '../ui/language.ts';
import * as ui from '../ui/words.de.ts';
import * as door from './words.de.ts';

/** German of the pages before the console. */
export const german = { door, ui } satisfies Translation;
