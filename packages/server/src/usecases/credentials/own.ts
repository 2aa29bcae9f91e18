import { signalOf } from '../../identity/factors/passkeys.ts';
import { type NewCodes, newRecoveryCodes } from '../../identity/factors/totp.ts';
import { tellChanged } from '../../mail/queue-mail.ts';
import { refuse } from '../../refusal.ts';
import { listConnections } from '../../store/connections/connections.ts';
import { credentialsOf, factorsOf, hasTakenWay } from '../../store/credentials/credentials.ts';
import { passkeysOf } from '../../store/credentials/passkeys.ts';
import { removeRecoveryCodes, replaceRecoveryCodes } from '../../store/credentials/recovery-codes.ts';
import { chargeAttempt, recoveryCodeSets } from '../../store/credentials/throttle.ts';
import type { Change } from '../../store/kernel/change.ts';
import type { Database } from '../../store/kernel/database.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { readNow } from '../../store/kernel/read-now.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { findRules } from '../../store/policy/policy.ts';
import { requirementsAt } from '../../store/sign-in/requirements.ts';
import { endSignInsUnderWay } from '../../store/sign-in/steps.ts';
import { type Context, callerId } from '../context.ts';
import { requireUser, userTarget } from '../require.ts';
import { answering, changeAs, readingTogether } from '../use-case.ts';
import { freshBy, provedBy, requireFreshSignIn } from './fresh.ts';

export const list = readingTogether('credentials.list', async ({ snapshot, caller, issuer }) => {
  const userId = callerId(caller);
  const proof = await provedBy(snapshot, caller);
  return {
    ...(await credentialsOf(snapshot.connection, userId)),
    linkable: await linkable(snapshot),
    freshUntil: freshBy(snapshot, proof),
    provedAt: proof?.at ?? null,
    signal: signalOf(issuer, userId, await passkeysOf(snapshot.connection, userId)),
  };
});

/** The providers whose accounts users may link: none if signing in by a provider is not accepted. */
async function linkable(snapshot: Snapshot) {
  const { ways } = await findRules(snapshot.connection);
  const connections = ways.includes('provider') ? await listConnections(snapshot) : [];
  return connections.filter(({ enabled }) => enabled).map(({ id, name, kind }) => ({ id, name, kind }));
}

/** Recovery codes replace a lost second factor: without one there is nothing to replace. */
export const makeRecoveryCodes = answering('credentials.makeRecoveryCodes', async (asked) => {
  const { database, hashing, caller } = asked;
  const now = await readNow(database, async (snapshot) => {
    await requireFreshSignIn(snapshot, caller);
    return snapshot.clock;
  });
  await requireNotTooOften(database, callerId(caller), now);
  const { codes, stored } = await newRecoveryCodes(hashing);
  return changeAs('credentials.makeRecoveryCodes', asked, async ({ change }) => {
    await requireFreshSignIn(change, caller);
    const user = await requireUser(change, callerId(caller));
    const { totp, passkeys } = await factorsOf(change.connection, user.id);
    if (!totp && !passkeys) refuse('wrong_state', 'recovery_without_factor', {});
    await replaceRecoveryCodes(change.connection, user.id, stored, change.clock);
    await tellChanged(change, user.id, 'recovery_codes_made');
    change.record({ action: 'user.recovery_codes_made', target: userTarget(user), after: { left: codes.length } });
    return { recoveryCodes: codes };
  });
});

/** @throws Refusal `throttled` */
async function requireNotTooOften(database: Database, userId: string, now: string): Promise<void> {
  const wait = await chargeAttempt(database, [recoveryCodeSets(userId)], now);
  if (wait === undefined || wait === 'forever') return;
  refuse('throttled', 'recovery_code_sets', { wait }, { retryAfter: wait });
}

/** Creates the first recovery codes, together with the first second factor; none if some exist, used or not. */
export async function firstRecoveryCodes({
  database,
  hashing,
  caller,
}: Pick<Context, 'database' | 'hashing' | 'caller'>): Promise<NewCodes | undefined> {
  const { recoveryCodes } = await credentialsOf(poolOf(database), callerId(caller));
  return recoveryCodes === null ? newRecoveryCodes(hashing) : undefined;
}

/** Stores the first recovery codes, unless others were created meanwhile. Returns the codes to show. */
export async function keepFirstRecoveryCodes(
  { connection, clock }: Change,
  userId: string,
  made: NewCodes | undefined,
): Promise<string[] | null> {
  if (!made || (await credentialsOf(connection, userId)).recoveryCodes !== null) return null;
  await replaceRecoveryCodes(connection, userId, made.stored, clock);
  return made.codes;
}

/**
 * Users cannot remove their last accepted way to sign in.
 * @throws Refusal `last_way_in`
 */
export async function requireWayIn({ connection }: Change, userId: string, gone: Gone): Promise<void> {
  if (await hasTakenWay(connection, userId)) return;
  if ('passkey' in gone) refuse('last_way_in', 'only_passkey', gone);
  refuse('last_way_in', 'only_account', gone);
}

/** The credential to remove. */
type Gone = { readonly passkey: string } | { readonly account: string; readonly connection: string };

/**
 * Users cannot remove the last factor that the policy requires of them.
 * @throws Refusal `last_way_in`
 */
export async function requireStillEnough({ connection, at }: Change, userId: string): Promise<void> {
  const { secondFactor, ways } = await requirementsAt(connection, userId, at);
  if (secondFactor === null) return;
  const { totp, passkeys } = await factorsOf(connection, userId);
  if (!totp && !(passkeys && ways.includes('passkey'))) refuse('last_way_in', 'only_second_factor', {});
}

/** The recovery codes end with the last second factor. A sign-in that waits for a removed factor begins again. */
export async function dropIdleRecoveryCodes({ connection }: Change, userId: string): Promise<void> {
  await endSignInsUnderWay(connection, [userId]);
  const { totp, passkeys } = await factorsOf(connection, userId);
  if (!totp && !passkeys) await removeRecoveryCodes(connection, [userId]);
}
