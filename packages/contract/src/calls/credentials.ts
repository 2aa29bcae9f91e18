import * as z from 'zod';
import { call, licetToken } from '../call.ts';
import { id } from '../entities/common.ts';
import {
  code,
  ownCredentials,
  passkey,
  passkeyOffer,
  passkeyRegistration,
  recoveryCodes,
  totp,
  totpOffer,
} from '../entities/credentials.ts';

const params = z.strictObject({ passkey: id });
const { name } = passkey.shape;

/** The caller's own sign-in methods. Changing them takes a fresh sign-in with all factors that the caller has. */
export const credentials = {
  list: call({
    method: 'GET',
    path: '/me/credentials',
    summary: 'What one signs in with',
    access: licetToken,
    reply: ownCredentials,
  }),
  passkeyOptions: call({
    method: 'POST',
    path: '/me/credentials/passkeys/options',
    summary: 'Begin to add a passkey: what the browser makes it from',
    access: licetToken,
    reply: passkeyOffer,
    errors: ['sign_in_again'],
  }),
  addPasskey: call({
    method: 'POST',
    path: '/me/credentials/passkeys',
    summary: 'Add the passkey that the browser has made; the first recovery codes are made with it',
    access: licetToken,
    body: z.strictObject({ name, response: passkeyRegistration }),
    status: 201,
    reply: z.strictObject({ passkey, recoveryCodes: recoveryCodes.nullable() }),
    errors: ['sign_in_again', 'begin_again', 'passkey_refused', 'already_exists', 'credential_limit'],
  }),
  renamePasskey: call({
    method: 'PATCH',
    path: '/me/credentials/passkeys/:passkey',
    summary: 'Name a passkey',
    access: licetToken,
    params,
    body: z.strictObject({ name }),
    reply: passkey,
  }),
  removePasskey: call({
    method: 'DELETE',
    path: '/me/credentials/passkeys/:passkey',
    summary: 'Remove a passkey',
    access: licetToken,
    params,
    errors: ['sign_in_again', 'last_way_in'],
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
    errors: ['sign_in_again', 'not_found', 'last_way_in'],
  }),
  makeRecoveryCodes: call({
    method: 'POST',
    path: '/me/credentials/recovery-codes',
    summary: 'Make new recovery codes; the old ones end',
    access: licetToken,
    status: 201,
    reply: z.strictObject({ recoveryCodes }),
    errors: ['sign_in_again', 'throttled', 'wrong_state'],
  }),
};
