import { merged } from '@licet/contract/reasons';
import type { Translation } from '../ui/language.ts';
import { coreReasons } from '../ui/reasons/core.de.ts';
import { fieldReasons } from '../ui/reasons/fields.de.ts';
import { germanReasons } from '../ui/reasons/german.ts';
import { httpReasons } from '../ui/reasons/http.de.ts';
import { providerReasons } from '../ui/reasons/providers.de.ts';
import { signInReasons } from '../ui/reasons/sign-in.de.ts';
import * as ui from '../ui/words.de.ts';
import * as publicPages from './words.de.ts';

const reasons = germanReasons(merged(coreReasons, fieldReasons, httpReasons, providerReasons, signInReasons));

/** The German texts of the public pages, with only the reasons that these pages can show. */
export const german = { publicPages, ui, reasons } satisfies Translation;
