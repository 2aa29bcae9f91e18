import type { User } from '@licet/contract';
import type { KindsOf, ValuesOf } from '@licet/contract/reasons';
import { isStrong } from '../../identity/factors/assurance.ts';
import { refuse } from '../../refusal.ts';
import { opensLicet } from '../../store/administrators/administrators.ts';
import { factorsOf } from '../../store/credentials/credentials.ts';
import { reachesLicet } from '../../store/grants/grants.ts';
import type { Change } from '../../store/kernel/change.ts';
import { later } from '../../store/kernel/instants.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { findRules, firstPolicy } from '../../store/policy/policy.ts';
import { type SessionProof, signedInBy } from '../../store/sign-in/sessions.ts';
import { type Caller, callerId, personOf } from '../context.ts';

/**
 * Returns the instant until which a caller may change their sign-in methods, or null if they must sign in again first.
 * The time starts when they last proved their identity, with two factors if they have a second one. The result is also
 * null after a sign-in by a provider that sends no time, until the user proves a factor of Licet's own.
 */
export function freshBy({ clock }: Pick<Snapshot, 'clock'>, proof: SessionProof | undefined): string | null {
  if (!proof?.at) return null;
  const until = later(proof.at, proof.freshFor ?? firstPolicy.freshSignIn);
  if (until <= clock) return null;
  return proof.second && !isStrong(proof.amr) ? null : until;
}

/** When and how the caller proved their identity; undefined if the session is not theirs or has ended. */
export const provedBy = async ({ connection }: Snapshot, caller: Caller) =>
  caller.kind === 'user' && caller.sessionId !== null
    ? signedInBy(connection, caller.userId, caller.sessionId)
    : undefined;

/** Actions that require a fresh sign-in. */
export type FreshAct = ValuesOf<KindsOf<'sign_in_again', 'sign_in_not_recent'>>['act'];

/** @throws Refusal `sign_in_again`, `people_only` */
export async function requireFreshSignIn(
  snapshot: Snapshot,
  caller: Caller,
  act: FreshAct = 'own_ways',
): Promise<void> {
  if (caller.kind === 'service') personOf(caller);
  const signedIn = await provedBy(snapshot, caller);
  if (freshBy(snapshot, signedIn) !== null) return;
  const { freshSignIn: maxAge } = await findRules(snapshot.connection);
  if (signedIn && signedIn.at === null) refuse('sign_in_again', 'sign_in_undated', { act }, { maxAge });
  refuse('sign_in_again', 'sign_in_not_recent', { act, within: maxAge }, { maxAge });
}

/**
 * Requires a fresh sign-in only of users with a second factor, for actions that ask for the password anyway.
 * @throws Refusal `sign_in_again`
 */
export async function requireStrongSignIn(snapshot: Snapshot, caller: Caller): Promise<void> {
  const { totp, passkeys } = await factorsOf(snapshot.connection, callerId(caller));
  if (totp || passkeys) await requireFreshSignIn(snapshot, caller);
}

/**
 * A caller who changes a user's sign-in methods can become that user. So the call requires a fresh sign-in if the
 * account is the caller's own, or has access to Licet.
 * @throws Refusal `sign_in_again`
 */
export async function requireFreshToBecome(snapshot: Snapshot, caller: Caller, user: Pick<User, 'id'>): Promise<void> {
  if (caller.kind === 'operator') return;
  if (caller.kind === 'user' && caller.userId === user.id) return requireFreshSignIn(snapshot, caller);
  if (await reachesLicet(snapshot, user)) await requireFreshSignIn(snapshot, caller, 'ways_of_licet_user');
}

/**
 * Requires a fresh sign-in if the change makes a user or a program an administrator of Licet, by any path. The same
 * applies if it changes the policy of a Licet role. The operator is exempt, because the operator owns the data
 * directory.
 * @param first the number of the first change if several are made in one transaction; `change` is the last
 * @throws Refusal `sign_in_again`
 */
export async function requireFreshForLicet(change: Change, caller: Caller, first = change.no): Promise<void> {
  const opens = caller.kind === 'operator' ? undefined : await opensLicet(change, first);
  if (opens === 'admin') await requireFreshSignIn(change, caller, 'licet_admin');
  if (opens === 'policy') await requireFreshSignIn(change, caller, 'licet_role_policy');
}
