import { jsonOf, LicetError, problemOf } from './error.ts';
import { answerInvalid } from './provider.ts';
import { payloadOf, sha256, unguessable } from './tokens.ts';
import { backOff, pause } from './waiting.ts';

/**
 * Functions of the initial code that later modules use too. A later module receives them as an argument. If it imported
 * them, bundlers would put the shared modules into separate files.
 */
export const kit = { answerInvalid, backOff, jsonOf, LicetError, pause, payloadOf, problemOf, sha256, unguessable };

export type Kit = typeof kit;
