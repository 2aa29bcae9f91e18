import { jsonOf, LicetError, problemOf } from './error.ts';
import { answerInvalid } from './provider.ts';
import { payloadOf, sha256, unguessable } from './tokens.ts';
import { backOff, pause } from './waiting.ts';

/**
 * The functions that modules loaded later share with the initial code. Such a module takes them as an argument, because
 * bundlers put each module that both import into a separate file.
 */
export const kit = { answerInvalid, backOff, jsonOf, LicetError, pause, payloadOf, problemOf, sha256, unguessable };

export type Kit = typeof kit;
