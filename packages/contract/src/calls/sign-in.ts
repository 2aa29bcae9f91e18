import * as z from 'zod';
import { anyone, type Call, call, ownPage, startedSignIn } from '../call.ts';
import { id } from '../entities/common.ts';
import {
  code,
  passkey,
  passkeyAssertion,
  passkeyOffer,
  passkeyQuestion,
  passkeyRegistration,
  totpOffer,
} from '../entities/credentials.ts';
import { password } from '../entities/passwords.ts';
import { leadsTo, login, providerAnswer, signInDetails, stepReply, wayBack } from '../entities/sign-in.ts';

const uid = z.string();
const params = z.strictObject({ uid });
const nothing = z.strictObject({});
const credentials = z.strictObject({ login, password });
/** Whether the browser is remembered, so that its user is not asked for the second factor in it. */
const remember = z.boolean().optional();

/**
 * The calls of the sign-in page, at the root of the server: the cookie of a sign-in is sent to the addresses of its own page alone. The
 * API has them in no list of its calls, as no token makes them.
 */
export const signInCalls = {
  details: call({
    method: 'GET',
    path: '/sign-in/:uid/details',
    summary: 'Where a sign-in leads, how users can sign in, and the step that it is at',
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
    summary: 'Begin to sign in with a passkey: the challenge that it signs',
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
    summary: 'Begin to set up an authenticator app during a sign-in: the key that it is given',
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
    summary: 'Begin to set up a passkey during a sign-in: what the browser makes it from',
    access: startedSignIn,
    params,
    body: nothing,
    reply: passkeyOffer,
    errors: ['begin_again'],
  }),
  setUpPasskey: call({
    method: 'POST',
    path: '/sign-in/:uid/set-up/passkey',
    summary: 'Set up the passkey that the browser has made, and sign in',
    access: startedSignIn,
    params,
    body: z.strictObject({ name: passkey.shape.name, response: passkeyRegistration }),
    reply: stepReply,
    errors: ['passkey_refused', 'already_exists', 'begin_again'],
  }),
  setUpLater: call({
    method: 'POST',
    path: '/sign-in/:uid/set-up/later',
    summary: 'Sign in without setting up a second factor, while there is time',
    access: startedSignIn,
    params,
    body: nothing,
    reply: stepReply,
    errors: ['begin_again'],
  }),
  provider: call({
    method: 'POST',
    path: '/sign-in/:uid/connections/:connection',
    summary: 'Leave for a provider: the address to go to',
    access: startedSignIn,
    params: params.extend({ connection: id }),
    /** The login that was typed, for the provider to fill in. */
    body: z.strictObject({ login: z.string().max(254) }),
    reply: leadsTo,
    errors: ['way_refused', 'provider_unreachable', 'provider_wrong'],
  }),
  providerReturn: call({
    method: 'GET',
    path: '/sign-in/return',
    summary: 'Come back from a provider: continues at the page of the sign-in, or in My account for an account to link',
    access: anyone,
    query: providerAnswer,
    status: 303,
    errors: ['begin_again'],
  }),
  providerFinish: call({
    method: 'GET',
    path: '/sign-in/:uid/return',
    summary: 'Sign in by what the provider has proved. A refusal leads to the page of the sign-in, which shows it',
    access: startedSignIn,
    params,
    query: providerAnswer,
    status: 303,
  }),
  beginAgain: call({
    method: 'GET',
    path: '/sign-in/:uid/begin-again',
    summary: 'How a sign-in that is over begins again; only the browser that began it is given its request',
    access: anyone,
    params,
    reply: wayBack,
  }),
  session: call({
    method: 'POST',
    path: '/sign-in',
    summary: 'Begin a session with a password, on the way to no application, as after the set-up of Licet',
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

/** Every call of the sign-in page with its name, as `signIn.code`. */
export const signInCallList: readonly (readonly [`signIn.${SignInVerb}`, Call])[] = Object.entries(signInCalls).map(
  ([verb, definition]) => [`signIn.${verb as SignInVerb}`, definition] as const,
);
