import * as z from 'zod';
import { call, licetToken } from '../call.ts';
import { says } from '../reasons/says.ts';
import { id } from './common.ts';
import { identity } from './connections.ts';
import { password } from './passwords.ts';

const login = z
  .string()
  .min(1, { error: says('text_missing', { what: 'name' }) })
  .max(256, { error: says('text_too_long', { what: 'name', most: 256 }) });

/**
 * Calls about the caller's accounts at other providers. Linking requires a fresh sign-in to Licet, and a sign-in at
 * the provider.
 */
export const identityCalls = {
  begin: call({
    method: 'POST',
    path: '/me/identities',
    summary: 'Begin to link an account at a provider: returns the address of its sign-in',
    access: licetToken,
    body: z.strictObject({ connection: id }),
    status: 201,
    reply: z.strictObject({ location: z.string() }),
    errors: ['sign_in_again', 'way_refused', 'not_found', 'provider_unreachable', 'provider_wrong'],
  }),
  link: call({
    method: 'POST',
    path: '/me/identities/return',
    summary: 'Link the account that the provider has confirmed, in the session that began it',
    access: licetToken,
    body: z.strictObject({ answer: z.string().max(8000) }),
    status: 201,
    reply: identity,
    errors: [
      ...(['sign_in_again', 'way_refused', 'not_found', 'begin_again', 'already_exists', 'identity_taken'] as const),
      ...(['provider_unreachable', 'provider_wrong', 'provider_refused'] as const),
    ],
  }),
  linkDirectory: call({
    method: 'POST',
    path: '/me/identities/directory',
    summary: 'Link the caller’s entry in a directory, by its name and password there',
    access: licetToken,
    body: z.strictObject({ connection: id, login, password }),
    status: 201,
    reply: identity,
    errors: [
      ...(['sign_in_again', 'way_refused', 'not_found', 'sign_in_failed', 'already_exists', 'identity_taken'] as const),
      ...(['throttled', 'locked', 'provider_unreachable', 'provider_wrong'] as const),
    ],
  }),
  unlink: call({
    method: 'DELETE',
    path: '/me/identities/:identity',
    summary: 'Unlink an account, unless it is the last way to sign in',
    access: licetToken,
    params: z.strictObject({ identity: id }),
    errors: ['sign_in_again', 'last_way_in', 'wrong_state'],
  }),
};
