import * as z from 'zod';
import { anyone, call } from '../call.ts';
import { passkey, passkeyOffer, passkeyRegistration } from '../entities/credentials.ts';
import { mailLanguage } from '../entities/mail.ts';
import { linkState, linkToken, setPassword } from '../entities/passwords.ts';
import { login } from '../entities/sign-in.ts';

export const passwords = {
  forgotten: call({
    method: 'GET',
    path: '/password-resets',
    summary: 'Whether a forgotten password can be reset by mail, and who else can be asked',
    access: anyone,
    reply: z.strictObject({ byMail: z.boolean(), organisation: z.string() }),
  }),
  reset: call({
    method: 'POST',
    path: '/password-resets',
    summary: 'Ask for a link to set a new password, by mail; the answer tells nothing of whether anybody has that name',
    access: anyone,
    body: z.strictObject({ login, language: mailLanguage.optional() }),
    status: 202,
  }),
  link: call({
    method: 'POST',
    path: '/password-links',
    summary: 'Whom a set-password link is for',
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
    summary: 'Begin to set a passkey with a one-time link in place of a password: what the browser makes it from',
    access: anyone,
    body: z.strictObject({ token: linkToken }),
    reply: passkeyOffer,
    errors: ['link_invalid', 'way_refused'],
  }),
  setPasskey: call({
    method: 'POST',
    path: '/password-links/passkey',
    summary: 'Set the passkey that the browser has made, with a one-time link; a password from before ends',
    access: anyone,
    body: z.strictObject({ token: linkToken, name: passkey.shape.name, response: passkeyRegistration }),
    errors: ['link_invalid', 'way_refused', 'begin_again', 'passkey_refused', 'already_exists'],
  }),
};
