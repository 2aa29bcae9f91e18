import type { LinkWay } from '@licet/contract';
import { passkeysPossible } from '../../identity/factors/passkeys.ts';
import { refuse } from '../../refusal.ts';
import { factorsOf } from '../../store/credentials/credentials.ts';
import type { Queryable } from '../../store/kernel/pool.ts';
import { findRules } from '../../store/policy/policy.ts';

/**
 * What a link lets its user set. A passkey counts as both factors, and a link removes no second factor: a user who
 * has one shows it after the password as always. Where passwords are not accepted, one only serves as the first step
 * of users who cannot set a passkey by a link.
 */
export async function waysOfLink(connection: Queryable, issuer: string, userId: string): Promise<LinkWay[]> {
  const { ways } = await findRules(connection);
  const { totp, passkeys } = await factorsOf(connection, userId);
  const passkey = ways.includes('passkey') && passkeysPossible(issuer) && !totp && !passkeys;
  if (!passkey) return ['password'];
  return ways.includes('password') ? ['password', 'passkey'] : ['passkey'];
}

/** @throws Refusal `way_refused` */
export async function requireLinkWay(
  connection: Queryable,
  issuer: string,
  userId: string,
  way: LinkWay,
): Promise<void> {
  if ((await waysOfLink(connection, issuer, userId)).includes(way)) return;
  if (way === 'password') refuse('way_refused', 'link_needs_passkey', {});
  refuse('way_refused', 'link_needs_password', {});
}
