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
 * The end of the time in which a caller may change their sign-in methods: a short while after they proved their
 * identity, with two factors if they have a second one. Null if they must sign in again first: also for users of a
 * provider that gives no time, until they show a factor of Licet's own.
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
 * The same for users with a second factor, for actions that ask for the password anyway.
 * @throws Refusal `sign_in_again`
 */
export async function requireStrongSignIn(snapshot: Snapshot, caller: Caller): Promise<void> {
  const { totp, passkeys } = await factorsOf(snapshot.connection, callerId(caller));
  if (totp || passkeys) await requireFreshSignIn(snapshot, caller);
}

/**
 * A caller who changes how a user signs in can become that user: this requires a fresh sign-in for the caller's own
 * account and for users with access to Licet.
 * @throws Refusal `sign_in_again`
 */
export async function requireFreshToBecome(snapshot: Snapshot, caller: Caller, user: Pick<User, 'id'>): Promise<void> {
  if (caller.kind === 'operator') return;
  if (caller.kind === 'user' && caller.userId === user.id) return requireFreshSignIn(snapshot, caller);
  if (await reachesLicet(snapshot, user)) await requireFreshSignIn(snapshot, caller, 'ways_of_licet_user');
}

/**
 * A change that makes a user or a program an administrator of Licet, by any path, or that sets how a role of Licet
 * itself is granted, requires a fresh sign-in. Only the operator is exempt, who owns the data directory.
 * @param first the number of the first of several changes in one transaction, of which this is the last
 * @throws Refusal `sign_in_again`
 */
export async function requireFreshForLicet(change: Change, caller: Caller, first = change.no): Promise<void> {
  const opens = caller.kind === 'operator' ? undefined : await opensLicet(change, first);
  if (opens === 'admin') await requireFreshSignIn(change, caller, 'licet_admin');
  if (opens === 'policy') await requireFreshSignIn(change, caller, 'licet_role_policy');
}
