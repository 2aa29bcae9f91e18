import * as z from 'zod';
import { anyone, call } from '../call.ts';
import { linkState, setPassword } from '../entities/passwords.ts';

export const passwords = {
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
