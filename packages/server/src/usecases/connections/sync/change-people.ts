import { identityKey, type leavingBecause } from '@licet/contract';
import type * as z from 'zod';
import { settleGroups } from '../../../identity/connections/mapped-groups.ts';
import { queueMail } from '../../../mail/queue-mail.ts';
import { type Finding, finding } from '../../../refusal.ts';
import { forgetAbsences, noteAbsence, suspendedForAbsence } from '../../../store/connections/absences.ts';
import type { StoredDirectory } from '../../../store/connections/connections.ts';
import type { LinkedPerson } from '../../../store/connections/identities.ts';
import { reachesLicet } from '../../../store/grants/grants.ts';
import type { Change } from '../../../store/kernel/change.ts';
import type { Database } from '../../../store/kernel/database.ts';
import type { Snapshot } from '../../../store/kernel/snapshot.ts';
import { refusedDomain } from '../../../store/policy/policy.ts';
import { endSessionsOf } from '../../../store/sign-in/sessions.ts';
import { noteVerified } from '../../../store/users/addresses.ts';
import { findUserByName, updateUser } from '../../../store/users/users.ts';
import { decidesForOthers } from '../../may-give.ts';
import { requireUser, userRecord, userTarget } from '../../require.ts';
import type { ChangedByName } from './differences.ts';

// The changes that a synchronisation makes to one user. Each is a change with its own number.

/** Makes one change as the user who started the run; with `dryRun` only tries it. */
export type MakeChange = <Result>(work: (change: Change) => Promise<Result>, dryRun?: boolean) => Promise<Result>;

/** Why one user is not changed; the run continues with the others. */
export class NotTaken extends Error {
  override readonly name = 'NotTaken';
  readonly why: Finding;
  constructor(why: Finding) {
    super(why.sentence);
    this.why = why;
  }
}

/** Suspends a user and signs them out. @throws Refusal `last_admin`, NotTaken */
export async function suspend(
  makeChange: MakeChange,
  connection: StoredDirectory,
  { id }: LinkedPerson,
  because: z.infer<typeof leavingBecause>,
): Promise<void> {
  await makeChange(async (change) => {
    const before = await requireUser(change, id);
    if (before.status === 'suspended') throw new NotTaken(finding('status_changed_meanwhile', {}));
    const after = await updateUser(change, before, { status: 'suspended' });
    await endSessionsOf(change, id);
    await noteAbsence(change, connection.id, id);
    change.record({
      action: 'user.suspended',
      target: userTarget(after),
      before: { status: before.status },
      after: { status: after.status, connection: connection.name, because },
    });
  });
}

/** Reactivates a user whom a synchronisation suspended. */
export async function letIn(makeChange: MakeChange, connection: StoredDirectory, { id }: LinkedPerson): Promise<void> {
  await makeChange(async (change) => {
    const before = await requireUser(change, id);
    if (before.status !== 'suspended' || !(await suspendedForAbsence(change.connection, connection.id, id)))
      throw new NotTaken(finding('status_changed_meanwhile', {}));
    const after = await updateUser(change, before, { status: 'active' });
    await forgetAbsences(change.connection, connection.id, [id]);
    change.record({
      action: 'user.reactivated',
      target: userTarget(after),
      before: { status: before.status },
      after: { status: after.status, connection: connection.name },
    });
  });
}

/**
 * Removes a user's address if the directory has given it to another entry. Otherwise a password reset would be mailed
 * to the address's new owner.
 * @throws NotTaken for users with access to Licet itself
 */
export async function release(makeChange: MakeChange, connection: StoredDirectory, user: LinkedPerson): Promise<void> {
  await makeChange(async (change) => {
    if (await reachesLicet(change, user)) throw new NotTaken(finding('address_given_away', {}));
    await changeFields(change, connection, user, { email: null });
  });
}

/**
 * Sets a user's name, address and mapped groups to those of the directory.
 * @throws NotTaken if the address cannot be set
 */
export async function settle(
  database: Database,
  makeChange: MakeChange,
  connection: StoredDirectory,
  { user, name, email, verifies, joins, leaves, groups }: ChangedByName,
): Promise<void> {
  if (joins.length + leaves.length > 0) await settleGroups(database, connection, groups, user);
  if (name !== null) await makeChange((change) => changeFields(change, connection, user, { name }));
  if (email !== null)
    await makeChange(async (change) => {
      const why = await whyNotAddress(change, user, email);
      if (why !== undefined) throw new NotTaken(why);
      await changeFields(change, connection, user, { email });
    });
  if (verifies) await makeChange((change) => verifyAddress(change, connection, user));
}

async function changeFields(
  change: Change,
  connection: StoredDirectory,
  { id }: LinkedPerson,
  fields: { readonly name?: string; readonly email?: string | null },
): Promise<void> {
  const before = await requireUser(change, id);
  const after = await updateUser(change, before, fields);
  if (after.email !== null && after.email !== before.email) {
    if (before.email !== null && before.status === 'active')
      await queueMail(change, {
        to: [id],
        template: 'address_changed',
        data: { at: change.clock },
        address: before.email,
      });
    await noteVerified(change, id, after.email);
  }
  change.record({
    action: 'user.changed',
    target: userTarget(after),
    before: userRecord(before),
    after: { ...userRecord(after), connection: connection.name },
  });
}

/** Why a user does not get the address that the directory has; undefined when they do. */
export async function whyNotAddress(
  snapshot: Snapshot,
  user: LinkedPerson,
  email: string,
): Promise<Finding | undefined> {
  const there = await findUserByName(snapshot, email);
  if (there && there.id !== user.id) return finding('address_of_another', {});
  if ((await refusedDomain(snapshot.connection, email)) !== undefined) return finding('address_of_no_domain', {});
  // Password resets go to the address: a caller who sets it can become the user.
  if (await reachesLicet(snapshot, user)) return finding('address_of_licet_user', {});
  // Not even a user manager may change the address of these users. So the directory's editors may not either.
  if (await decidesForOthers(snapshot, user)) return finding('address_of_decider', {});
  return undefined;
}

async function verifyAddress(change: Change, connection: StoredDirectory, { id, email }: LinkedPerson): Promise<void> {
  const user = await requireUser(change, id);
  if (user.email === null || email === null || identityKey(user.email) !== identityKey(email))
    throw new NotTaken(finding('address_changed_meanwhile', {}));
  await noteVerified(change, id, user.email);
  change.record({
    action: 'user.email_verified',
    target: userTarget(user),
    after: { email: user.email, connection: connection.name },
  });
}
