import * as z from 'zod';
import { call, licetToken } from '../call.ts';
import { code, ownCredentials, recoveryCodes, totp, totpOffer } from '../entities/credentials.ts';

/** What one signs in with oneself. To change it one must have signed in lately, with the strongest that one has. */
export const credentials = {
  list: call({
    method: 'GET',
    path: '/me/credentials',
    summary: 'What one signs in with',
    access: licetToken,
    reply: ownCredentials,
  }),
  beginTotp: call({
    method: 'POST',
    path: '/me/credentials/totp',
    summary: 'Begin to add an authenticator app: its secret, which counts from its first right code on',
    access: licetToken,
    status: 201,
    reply: totpOffer,
    errors: ['sign_in_again'],
  }),
  confirmTotp: call({
    method: 'POST',
    path: '/me/credentials/totp/confirm',
    summary: 'Add the authenticator app by its first code; another one ends, and the first recovery codes are made',
    access: licetToken,
    body: z.strictObject({ code }),
    reply: z.strictObject({ totp, recoveryCodes: recoveryCodes.nullable() }),
    errors: ['sign_in_again', 'code_wrong', 'codes_locked', 'throttled', 'begin_again'],
  }),
  removeTotp: call({
    method: 'DELETE',
    path: '/me/credentials/totp',
    summary: 'Remove the authenticator app',
    access: licetToken,
    errors: ['sign_in_again', 'not_found'],
  }),
  makeRecoveryCodes: call({
    method: 'POST',
    path: '/me/credentials/recovery-codes',
    summary: 'Make new recovery codes; the old ones end',
    access: licetToken,
    status: 201,
    reply: z.strictObject({ recoveryCodes }),
    errors: ['sign_in_again', 'wrong_state'],
  }),
};
