import type { User } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { isStrong } from '../../sign-in/assurance.ts';
import { factorsOf } from '../../store/credentials/credentials.ts';
import type { Change } from '../../store/kernel/change.ts';
import { later } from '../../store/kernel/instants.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { opensLicet } from '../../store/licet/administrators.ts';
import { findRules, firstPolicy } from '../../store/policy/policy.ts';
import { type SessionProof, signedInBy } from '../../store/sign-in/sessions.ts';
import { type Caller, callerId, personOf } from '../context.ts';
import { reachesLicet } from '../may-give.ts';

/**
 * Until when a caller may change what they sign in with: a short while after they proved who they are, with two factors when they have a
 * second one. Null when they must sign in again first: so it stays for whoever came by a provider that does not say when they proved
 * it there, until they show something of Licet's own.
 */
export function freshBy({ clock }: Pick<Snapshot, 'clock'>, proof: SessionProof | undefined): string | null {
  if (!proof?.at) return null;
  const until = later(proof.at, proof.freshFor ?? firstPolicy.freshSignIn);
  if (until <= clock) return null;
  return proof.second && !isStrong(proof.amr) ? null : until;
}

/** When and how the caller has proved who they are; undefined when it is no session of theirs, or over. */
export const provedBy = async ({ connection }: Snapshot, caller: Caller) =>
  caller.kind === 'user' && caller.sessionId !== null
    ? signedInBy(connection, caller.userId, caller.sessionId)
    : undefined;

/**
 * @param what is done so only, as the sentence begins
 * @throws Refusal `sign_in_again`, `people_only`
 */
export async function requireFreshSignIn(
  snapshot: Snapshot,
  caller: Caller,
  what = 'What you sign in with can be changed',
): Promise<void> {
  if (caller.kind === 'service') personOf(caller);
  const signedIn = await provedBy(snapshot, caller);
  if (freshBy(snapshot, signedIn) !== null) return;
  const { freshSignIn: maxAge } = await findRules(snapshot.connection);
  if (signedIn && signedIn.at === null)
    refuse(
      'sign_in_again',
      `${what} only after showing Licet who you are: the provider that you came by does not say when you did so there. Use a passkey or a password of Licet.`,
      { maxAge },
    );
  const detail = `${what} only within ${inWords(maxAge)} after signing in, with a second factor if you have one.`;
  refuse('sign_in_again', detail, { maxAge });
}

/**
 * The same of whoever has a second factor, for what takes the password once more anyway.
 * @throws Refusal `sign_in_again`
 */
export async function requireStrongSignIn(snapshot: Snapshot, caller: Caller): Promise<void> {
  const { totp, passkeys } = await factorsOf(snapshot.connection, callerId(caller));
  if (totp || passkeys) await requireFreshSignIn(snapshot, caller);
}

/**
 * Whoever changes how a user signs in can become them: for oneself, and for users with access to Licet, within a short while after signing in.
 * @throws Refusal `sign_in_again`
 */
export async function requireFreshToBecome(snapshot: Snapshot, caller: Caller, user: Pick<User, 'id'>): Promise<void> {
  if (caller.kind === 'operator') return;
  if (caller.kind === 'user' && caller.userId === user.id) return requireFreshSignIn(snapshot, caller);
  if (await reachesLicet(snapshot, user))
    await requireFreshSignIn(snapshot, caller, 'How a user with access to Licet signs in can be changed');
}

/**
 * A change that makes somebody an administrator of Licet, by whatever road, or that says how a role of Licet itself is given, is made within a short
 * while after signing in. Only the operator is asked for nothing: they own the data directory.
 * @param first the number of the first of several changes in one transaction, of which this is the last
 * @throws Refusal `sign_in_again`
 */
export async function requireFreshForLicet(change: Change, caller: Caller, first = change.no): Promise<void> {
  const opens = caller.kind === 'operator' ? undefined : await opensLicet(change, first);
  if (opens === 'admin') await requireFreshSignIn(change, caller, 'The role admin of Licet can be given');
  if (opens === 'policy')
    await requireFreshSignIn(change, caller, 'How a role of Licet itself is given can be changed');
}

const inWords = (seconds: number): string =>
  seconds > 60 && seconds % 60 === 0 ? `${seconds / 60} minutes` : `${seconds} seconds`;
