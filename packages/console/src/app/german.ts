import * as audit from '../features/audit/words.de.ts';
import * as explain from '../features/explain/words.de.ts';
import * as requests from '../features/requests/words.de.ts';
import * as users from '../features/users/words.de.ts';
import * as shell from '../shell/words.de.ts';
import type { Translation } from '../ui/language.ts';
import * as ui from '../ui/words.de.ts';
import * as app from './words.de.ts';

/** German: every catalogue by its name. One file, loaded only by who reads German. */
export const german = { app, audit, explain, requests, shell, ui, users } satisfies Translation;
