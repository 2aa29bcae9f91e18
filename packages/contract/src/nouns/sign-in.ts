import * as z from 'zod';
import { anyone, type Call, call, ownPage, startedSignIn } from '../call.ts';
import { problem } from '../problem.ts';
import { id, instant, ref } from './common.ts';
import { providerKind } from './connections.ts';
import {
  code,
  passkey,
  passkeyAssertion,
  passkeyOffer,
  passkeyQuestion,
  passkeyRegistration,
  recoveryCodes,
  totpOffer,
} from './credentials.ts';
import { login, password } from './passwords.ts';

/** The accepted second factors. */
export const secondWay = z.enum(['totp', 'passkey', 'recovery_code']);
export type SecondWay = z.infer<typeof secondWay>;

/** The credentials that a user can set up during a sign-in. */
export const setUpWay = z.enum(['totp', 'passkey']);
export type SetUpWay = z.infer<typeof setUpWay>;

/** The next step of a sign-in after the first factor: use a second factor, or set one up. */
export const nextStep = z.strictObject({
  ways: z.array(secondWay),
  /** The credentials that can be set up. `until` is the end of the grace period; null if setting up is required now. */
  setUp: z.strictObject({ ways: z.array(setUpWay), until: instant.nullable() }).optional(),
});
export type NextStep = z.infer<typeof nextStep>;

const location = z.string();
export const leadsTo = z.strictObject({ location });

/** The response to a step: the next step, or the URL to which the browser continues after the sign-in. */
export const stepReply = z.union([
  z.strictObject({ next: nextStep }),
  /** The recovery codes that were created with the first second factor. They are shown once. */
  leadsTo.extend({ recoveryCodes: recoveryCodes.optional() }),
]);
export type StepReply = z.infer<typeof stepReply>;

/** A provider that the page offers. Typing a login in one of its domains redirects to the provider. */
export const offeredProvider = z.strictObject({
  id: z.string(),
  name: z.string(),
  kind: providerKind,
  domains: z.array(z.string()),
});
export type OfferedProvider = z.infer<typeof offeredProvider>;

/** The data that the sign-in page shows before the first step, and after a reload. */
export const signInDetails = z.strictObject({
  /** The application to which the user signs in; null if the application or its client was deleted. */
  application: ref.nullable(),
  client: z.string().nullable(),
  /** Empty while the organisation has no name. */
  organisation: z.string(),
  /** The login with which the form is prefilled. It comes from the application, or from the user who signs in again. */
  loginHint: z.string().nullable(),
  /** True if the user is already signed in and only confirms their identity. */
  again: z.boolean(),
  passkeys: z.boolean(),
  /** Whether passwords of Licet or of a directory are accepted. */
  passwords: z.boolean(),
  /** The number of days for which a browser can be remembered; 0 for never. */
  rememberedDays: z.int(),
  /** The next step, if the first factor was accepted a short while ago. */
  next: nextStep.nullable(),
  connections: z.array(offeredProvider),
  /** The reason why the last attempt with a provider failed. */
  refused: problem.nullable(),
});
export type SignInDetails = z.infer<typeof signInDetails>;

/** How to restart a sign-in that has ended. A URL is null if there is none. */
export const wayBack = z.strictObject({
  /**
   * `old`: the sign-in is older than an hour. `gone`: it was finished, or its record is lost. `elsewhere`: another
   * browser began it.
   */
  why: z.enum(['old', 'gone', 'elsewhere']),
  /** The name of the application; null if it is unknown. */
  application: z.string().nullable(),
  /** The URL of the same authorization request on this server. */
  again: z.string().nullable(),
  /** The URL of the application: the root of a redirect URI of its client. */
  home: z.string().nullable(),
});
export type WayBack = z.infer<typeof wayBack>;

/** A parameter from a provider. If the provider sends it twice, the value is a list. */
const answered = z.union([z.string(), z.array(z.string())]).optional();

/** The response of a provider (RFC 6749 section 4.1.2, RFC 9207). Further parameters are ignored. */
export const providerAnswer = z.object({
  state: answered,
  code: answered,
  iss: answered,
  error: answered,
  error_description: answered,
  /** The name of the user. Apple sends it with the response. */
  name: answered,
});

const uid = z.string();
const params = z.strictObject({ uid });
const nothing = z.strictObject({});
const credentials = z.strictObject({ login, password });
/** Whether to remember the browser, so that the second factor is not requested there. */
const remember = z.boolean().optional();

/**
 * The calls of the sign-in page. They are not in the list of API calls, because they use a cookie instead of a token.
 * Their paths begin at the root of the server, because the cookie is sent only to paths below the page.
 */
export const signInCalls = {
  details: call({
    method: 'GET',
    path: '/sign-in/:uid/details',
    summary: 'Get where a sign-in leads, how users can sign in, and its current step',
    access: startedSignIn,
    params,
    reply: signInDetails,
  }),
  password: call({
    method: 'POST',
    path: '/sign-in/:uid',
    summary: 'Sign in with a username or an e-mail address and a password',
    access: startedSignIn,
    params,
    body: credentials,
    reply: stepReply,
    errors: [
      'sign_in_failed',
      'throttled',
      'locked',
      'way_refused',
      'second_factor_missing',
      'begin_again',
      'provider_unreachable',
      'provider_wrong',
      'identity_unknown',
      'address_missing',
      'address_unverified',
      'domain_not_allowed',
      'address_taken',
    ],
  }),
  code: call({
    method: 'POST',
    path: '/sign-in/:uid/code',
    summary: 'Prove the second factor with a code of the authenticator app, or with a recovery code',
    access: startedSignIn,
    params,
    body: z.strictObject({ code, remember }),
    reply: stepReply,
    errors: ['code_wrong', 'throttled', 'codes_locked', 'way_refused', 'second_factor_missing', 'begin_again'],
  }),
  passkeyOptions: call({
    method: 'POST',
    path: '/sign-in/:uid/passkey/options',
    summary: 'Begin to sign in with a passkey: returns the challenge to sign',
    access: startedSignIn,
    params,
    body: nothing,
    reply: passkeyQuestion,
    errors: ['way_refused'],
  }),
  passkey: call({
    method: 'POST',
    path: '/sign-in/:uid/passkey',
    summary: 'Sign in with a passkey: as the first factor, as both, or after a password as the second',
    access: startedSignIn,
    params,
    body: z.strictObject({ response: passkeyAssertion, remember }),
    reply: stepReply,
    errors: ['passkey_refused', 'passkey_unknown', 'throttled', 'way_refused', 'second_factor_missing', 'begin_again'],
  }),
  setUpTotp: call({
    method: 'POST',
    path: '/sign-in/:uid/set-up/totp',
    summary: 'Begin to set up an authenticator app during a sign-in: returns its secret',
    access: startedSignIn,
    params,
    body: nothing,
    reply: totpOffer,
    errors: ['begin_again'],
  }),
  confirmTotp: call({
    method: 'POST',
    path: '/sign-in/:uid/set-up/totp/confirm',
    summary: 'Set up the authenticator app with its first code, and sign in',
    access: startedSignIn,
    params,
    body: z.strictObject({ code }),
    reply: stepReply,
    errors: ['code_wrong', 'throttled', 'codes_locked', 'begin_again'],
  }),
  setUpPasskeyOptions: call({
    method: 'POST',
    path: '/sign-in/:uid/set-up/passkey/options',
    summary: 'Begin to set up a passkey during a sign-in: returns the options for the browser',
    access: startedSignIn,
    params,
    body: nothing,
    reply: passkeyOffer,
    errors: ['begin_again'],
  }),
  setUpPasskey: call({
    method: 'POST',
    path: '/sign-in/:uid/set-up/passkey',
    summary: 'Set up the passkey that the browser created, and sign in',
    access: startedSignIn,
    params,
    body: z.strictObject({ name: passkey.shape.name, response: passkeyRegistration }),
    reply: stepReply,
    errors: ['passkey_refused', 'already_exists', 'begin_again'],
  }),
  setUpLater: call({
    method: 'POST',
    path: '/sign-in/:uid/set-up/later',
    summary: 'Sign in without setting up a second factor, within the grace period',
    access: startedSignIn,
    params,
    body: nothing,
    reply: stepReply,
    errors: ['begin_again'],
  }),
  provider: call({
    method: 'POST',
    path: '/sign-in/:uid/connections/:connection',
    summary: 'Begin a sign-in at a provider: returns its address',
    access: startedSignIn,
    params: params.extend({ connection: id }),
    /** The typed login, with which the provider can prefill its form. */
    body: z.strictObject({ login: z.string().max(254) }),
    reply: leadsTo,
    errors: ['way_refused', 'provider_unreachable', 'provider_wrong'],
  }),
  providerReturn: call({
    method: 'GET',
    path: '/sign-in/return',
    summary: 'Return from a provider: continues at the page of the sign-in, or in My account for an account to link',
    access: anyone,
    query: providerAnswer,
    status: 303,
    errors: ['begin_again'],
  }),
  providerFinish: call({
    method: 'GET',
    path: '/sign-in/:uid/return',
    summary:
      'Sign in with the identity that the provider confirmed. A refusal leads to the page of the sign-in, which shows it',
    access: startedSignIn,
    params,
    query: providerAnswer,
    status: 303,
  }),
  beginAgain: call({
    method: 'GET',
    path: '/sign-in/:uid/begin-again',
    summary: 'Get how to restart a sign-in that has ended; only the browser that began it gets its request',
    access: anyone,
    params,
    reply: wayBack,
  }),
  session: call({
    method: 'POST',
    path: '/sign-in',
    summary: 'Sign in with a password without an application, as after the set-up of Licet',
    access: ownPage,
    body: credentials,
    errors: [
      'sign_in_failed',
      'throttled',
      'locked',
      'way_refused',
      'second_factor_missing',
      'second_factor_needed',
      'begin_again',
      'provider_unreachable',
      'provider_wrong',
      'identity_unknown',
      'address_missing',
      'address_unverified',
      'domain_not_allowed',
      'address_taken',
    ],
  }),
};
export type SignInCalls = typeof signInCalls;
export type SignInVerb = keyof SignInCalls;

/** All calls of the sign-in page with their names, such as `signIn.code`. */
export const signInCallList: readonly (readonly [`signIn.${SignInVerb}`, Call])[] = Object.entries(signInCalls).map(
  ([verb, definition]) => [`signIn.${verb as SignInVerb}`, definition] as const,
);
