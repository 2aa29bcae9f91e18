import { merged } from '@licet/contract/reasons';
import type { Translation } from '../ui/language.ts';
import { fieldReasons } from '../ui/reasons/fields.de.ts';
import { germanReasons } from '../ui/reasons/german.ts';
import { providerReasons } from '../ui/reasons/providers.de.ts';
import { signInReasons } from '../ui/reasons/sign-in.de.ts';
import * as ui from '../ui/words.de.ts';
import * as door from './words.de.ts';

/** German of the pages before the console, with the reasons for which signing in can be refused. */
export const german = {
  door,
  ui,
  reasons: germanReasons(merged(fieldReasons, providerReasons, signInReasons)),
} satisfies Translation;
