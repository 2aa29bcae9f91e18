import * as z from 'zod';
import { anyone, call } from '../call.ts';
import { mailLanguage } from '../entities/mail.ts';
import { linkState, setPassword } from '../entities/passwords.ts';

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
    body: z.strictObject({
      login: z.string().min(1, { error: 'Enter your e-mail address or username.' }).max(256),
      language: mailLanguage.optional(),
    }),
    status: 202,
  }),
  link: call({
    method: 'POST',
    path: '/password-links',
    summary: 'Whom a set-password link is for',
    access: anyone,
    body: z.strictObject({ token: z.string().min(1).max(200) }),
    reply: linkState,
    errors: ['link_invalid'],
  }),
  set: call({
    method: 'POST',
    path: '/password-links/redeem',
    summary: 'Set a password with a one-time link',
    access: anyone,
    body: setPassword,
    errors: ['link_invalid', 'password_refused'],
  }),
};
