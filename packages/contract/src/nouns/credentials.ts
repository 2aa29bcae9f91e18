import * as z from 'zod';
import { call, licetToken } from '../call.ts';
import { limits } from '../limits.ts';
import { line } from '../names.ts';
import { problem } from '../problem.ts';
import { says } from '../reasons/says.ts';
import { anyJson, id, instant, ref } from './common.ts';
import { connectionKind, identity } from './connections.ts';

/** A passkey. Its owner chooses its name. */
export const passkey = z.strictObject({
  id,
  name: line(limits.passkeyNameMax.value, 'name'),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
  /** Whether the passkey is synchronised between devices. */
  backedUp: z.boolean(),
});
export type Passkey = z.infer<typeof passkey>;

/** An authenticator app. It computes a code of six digits every half minute from a secret (RFC 6238). */
export const totp = z.strictObject({ addedAt: instant, lastUsedAt: instant.nullable() });

/** The sign-in methods of a user with their last use, but without secrets. */
export const credentials = z.strictObject({
  password: z.strictObject({ setAt: instant }).nullable(),
  passkeys: z.array(passkey),
  totp: totp.nullable(),
  /** Accounts at other providers. */
  identities: z.array(identity),
  recoveryCodes: z.strictObject({ left: z.int(), of: z.int(), madeAt: instant }).nullable(),
});
export type Credentials = z.infer<typeof credentials>;

/** The refusal that a call would return. */
const refusal = problem.pick({ code: true, detail: true, reason: true, values: true }).nullable();

/** The sign-in methods of another user, and the actions on that user that the caller may not take. */
export const userCredentials = credentials.extend({
  /**
   * Null for callers without `users.manage`. Each member is null if the caller may take its actions.
   * - `manage`: to suspend, delete or sign out the user, or to verify their address
   * - `signIn`: to change how the user signs in (a set-password link, an invitation, a reset)
   */
  refusals: z.strictObject({ manage: refusal, signIn: refusal }).nullable(),
  /**
   * The user or program that set the e-mail address. Null if the user or an administrator of Licet set or confirmed it,
   * and for callers who are not administrators.
   */
  addressSetBy: ref.nullable(),
});

/**
 * The caller's own sign-in methods. They can be changed until `freshUntil`. If it is null, the caller must sign in
 * again first.
 */
export const ownCredentials = credentials.extend({
  freshUntil: instant.nullable(),
  /** The time of the last proof of identity; null if the provider does not report it. */
  provedAt: instant.nullable(),
  /** The providers whose accounts can be linked, and the directories (`ldap`) whose entries can be linked. */
  linkable: z.array(ref.extend({ kind: connectionKind })),
  /**
   * The accepted passkeys, for the signal API (WebAuthn Level 3 section 5.1.10). With this list, the browser no longer
   * offers removed passkeys.
   */
  signal: z.strictObject({ rpId: z.string(), userId: z.string(), allAcceptedCredentialIds: z.array(z.string()) }),
});
export type OwnCredentials = z.infer<typeof ownCredentials>;

/** A new authenticator app, with its secret in base 32 and as a URI for a QR code. */
export const totpOffer = z.strictObject({ secret: z.string(), uri: z.string(), expiresAt: instant });

/** The recovery codes, which are shown once. Each code can replace the second factor once. */
export const recoveryCodes = z.array(z.string());

/** A typed code. Spaces are ignored. */
export const code = z
  .string()
  .min(1, { error: says('code_missing', {}) })
  .max(64, { error: says('code_too_long', {}) });

const bytes = (most: number) => z.base64url().min(1).max(most);
const transports = z.array(z.string().max(32)).max(10);
const described = z.strictObject({ id: z.string(), type: z.literal('public-key'), transports: transports.optional() });

/** The options for creating a passkey (WebAuthn Level 3 section 5.1.9). */
export const passkeyOffer = z.strictObject({
  rp: z.strictObject({ id: z.string(), name: z.string() }),
  user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.strictObject({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(described),
  authenticatorSelection: z.strictObject({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.enum(['preferred', 'required']),
  }),
  attestation: z.literal('none'),
});
export type PasskeyOffer = z.infer<typeof passkeyOffer>;

/**
 * The options for signing in with a passkey (WebAuthn Level 3 section 5.5). If `allowCredentials` is empty, the user
 * can choose any passkey for this server.
 */
export const passkeyQuestion = z.strictObject({
  challenge: z.string(),
  rpId: z.string(),
  allowCredentials: z.array(described),
  timeout: z.int(),
  userVerification: z.enum(['preferred', 'required']),
});
export type PasskeyQuestion = z.infer<typeof passkeyQuestion>;

const credentialIds = { id: bytes(1400), rawId: bytes(1400), type: z.literal('public-key') };
const aside = {
  authenticatorAttachment: z.string().max(32).nullish(),
  clientExtensionResults: z.record(z.string().max(64), anyJson).optional(),
};

/** A passkey that a browser created. Members that are not listed here are ignored. */
export const passkeyRegistration = z.object({
  ...credentialIds,
  ...aside,
  response: z.object({
    clientDataJSON: bytes(4096),
    attestationObject: bytes(8192),
    transports: transports.optional(),
  }),
});
export type PasskeyRegistration = z.infer<typeof passkeyRegistration>;

export const passkeyAssertion = z.object({
  ...credentialIds,
  ...aside,
  response: z.object({
    clientDataJSON: bytes(4096),
    authenticatorData: bytes(2048),
    signature: bytes(4096),
    userHandle: bytes(128).nullish(),
  }),
});
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>;

const params = z.strictObject({ passkey: id });
const { name } = passkey.shape;

/**
 * Calls about the caller's own sign-in methods. Changing them requires a fresh sign-in with all the caller's factors.
 */
export const credentialCalls = {
  list: call({
    method: 'GET',
    path: '/me/credentials',
    summary: 'Get the caller’s own sign-in methods',
    access: licetToken,
    reply: ownCredentials,
  }),
  passkeyOptions: call({
    method: 'POST',
    path: '/me/credentials/passkeys/options',
    summary: 'Begin to add a passkey: returns the options for the browser',
    access: licetToken,
    reply: passkeyOffer,
    errors: ['sign_in_again'],
  }),
  addPasskey: call({
    method: 'POST',
    path: '/me/credentials/passkeys',
    summary: 'Add the passkey that the browser created; with a first second factor, recovery codes are created',
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
    summary: 'Begin to add an authenticator app: returns its secret, which is valid from its first correct code on',
    access: licetToken,
    status: 201,
    reply: totpOffer,
    errors: ['sign_in_again'],
  }),
  confirmTotp: call({
    method: 'POST',
    path: '/me/credentials/totp/confirm',
    summary:
      'Add the authenticator app by its first code; it replaces another one, and the first recovery codes are created',
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
    summary: 'Create new recovery codes; the old ones end',
    access: licetToken,
    status: 201,
    reply: z.strictObject({ recoveryCodes }),
    errors: ['sign_in_again', 'throttled', 'wrong_state'],
  }),
};
