import * as z from 'zod';
import { anyone, call } from '../call.ts';
import { limits } from '../limits.ts';
import { says } from '../reasons/says.ts';
import { instant } from './common.ts';
import { passkey, passkeyOffer, passkeyRegistration } from './credentials.ts';
import { mailLanguage } from './mail.ts';

/** A one-time URL for setting a password. It is shown once. */
export const passwordLink = z.strictObject({ url: z.url(), expiresAt: instant });

export const password = z
  .string()
  .min(1, { error: says('text_missing', { what: 'password' }) })
  .max(limits.passwordMax.value * 4, {
    error: says('text_too_long', { what: 'password', most: limits.passwordMax.value }),
  });

/** The secret in a one-time link. */
export const linkToken = z.string().min(1).max(200);

export const setPassword = z.strictObject({ token: linkToken, password });
export const changePassword = z.strictObject({ current: password, password });

export const linkState = z.strictObject({
  username: z.string(),
  name: z.string(),
  expiresAt: instant,
  /** The organisation's name; empty if it has none. */
  organisation: z.string(),
  /**
   * The credentials that the link can set. They depend on the sign-in policy and the user's credentials. There is at
   * least one.
   */
  ways: z.array(z.enum(['password', 'passkey'])),
});
export type LinkWay = z.infer<typeof linkState>['ways'][number];

/** A typed username or e-mail address. */
export const login = z
  .string()
  .min(1, { error: says('login_missing', {}) })
  .max(256);

export const passwordCalls = {
  forgotten: call({
    method: 'GET',
    path: '/password-resets',
    summary: 'Get whether a forgotten password can be reset by mail, and who else can help',
    access: anyone,
    reply: z.strictObject({ byMail: z.boolean(), organisation: z.string() }),
  }),
  reset: call({
    method: 'POST',
    path: '/password-resets',
    summary: 'Request a link to set a new password, by mail; the answer does not reveal whether the name exists',
    access: anyone,
    body: z.strictObject({ login, language: mailLanguage.optional() }),
    status: 202,
  }),
  link: call({
    method: 'POST',
    path: '/password-links',
    summary: 'Get the user of a set-password link',
    access: anyone,
    body: z.strictObject({ token: linkToken }),
    reply: linkState,
    errors: ['link_invalid'],
  }),
  set: call({
    method: 'POST',
    path: '/password-links/redeem',
    summary: 'Set a password with a one-time link',
    access: anyone,
    body: setPassword,
    errors: ['link_invalid', 'way_refused', 'password_refused'],
  }),
  passkeyOptions: call({
    method: 'POST',
    path: '/password-links/passkey/options',
    summary:
      'Begin to create a passkey, instead of a password, from a one-time link: returns the creation options for the browser',
    access: anyone,
    body: z.strictObject({ token: linkToken }),
    reply: passkeyOffer,
    errors: ['link_invalid', 'way_refused'],
  }),
  setPasskey: call({
    method: 'POST',
    path: '/password-links/passkey',
    summary: 'Set the passkey that the browser created, with a one-time link; an earlier password stops working',
    access: anyone,
    body: z.strictObject({ token: linkToken, name: passkey.shape.name, response: passkeyRegistration }),
    errors: ['link_invalid', 'way_refused', 'begin_again', 'passkey_refused', 'already_exists'],
  }),
};
