import type { Translation } from '../ui/language.ts';
import * as ui from '../ui/words.de.ts';

/** German: every catalogue by its name. One file, loaded only by who reads German. */
export const german = { ui } satisfies Translation;
