import type { Identity } from '@licet/contract';
import { labelled } from '../../identity/connections/account-of.ts';
import type { Proved } from '../../identity/connections/external-provider.ts';
import { comeBack, leaveFor } from '../../identity/connections/leave-and-return.ts';
import { proveEntry } from '../../identity/directories/link-directory.ts';
import { tellChanged } from '../../mail/queue-mail.ts';
import { refuse } from '../../refusal.ts';
import { listConnections, type StoredConnection } from '../../store/connections/connections.ts';
import { findIdentity, identitiesOf, insertIdentity, removeIdentity } from '../../store/connections/identities.ts';
import type { Change } from '../../store/kernel/change.ts';
import { readNow } from '../../store/kernel/read-now.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { type Caller, callerId } from '../context.ts';
import { requireUser, userTarget } from '../require.ts';
import { answering, changeAs, changing } from '../use-case.ts';
import { requireFreshSignIn } from './fresh.ts';
import { requireWayIn } from './own.ts';

/**
 * Begins to link an external account. The user must sign in to it, because an equal address proves nothing (attack 28).
 */
export const begin = answering('identities.begin', async (asked) => {
  const { database, caller, body } = asked;
  const now = await readNow(database, async (snapshot) => {
    await requireFreshSignIn(snapshot, caller);
    return snapshot.clock;
  });
  const leave = { connection: body.connection, hint: null, locales: null, again: true };
  return { location: await leaveFor(asked, purposeOf(caller), leave, now) };
});

/** Links the account. Works only in the session that began the linking. */
export const link = answering('identities.link', async (asked) => {
  const { database, caller, body } = asked;
  const now = await readNow(database, async (snapshot) => {
    await requireFreshSignIn(snapshot, caller);
    return snapshot.clock;
  });
  const { connection, proved } = await comeBack(asked, purposeOf(caller), new URLSearchParams(body.answer), now);
  return changeAs('identities.link', asked, ({ change }) => insertLinked(change, caller, connection, proved));
});

/** Links an entry of a directory. The call checks the entry's name and password at the directory. */
export const linkDirectory = answering('identities.linkDirectory', async (asked) => {
  const { database, caller, body, origin } = asked;
  await readNow(database, (snapshot) => requireFreshSignIn(snapshot, caller));
  const { userId, sessionId } = purposeOf(caller);
  const { connection, proved } = await proveEntry(asked, body, { userId, sessionId, origin });
  return changeAs('identities.linkDirectory', asked, ({ change }) => insertLinked(change, caller, connection, proved));
});

export const unlink = changing('identities.unlink', async ({ change, caller, params }) => {
  await requireFreshSignIn(change, caller);
  const user = await requireUser(change, callerId(caller));
  const gone = await removeIdentity(change.connection, user.id, params.identity);
  if (!gone) return refuse('not_found', 'identity_unlinked', {});
  const [scheduled] = await scheduledAmong(change, [gone]);
  if (scheduled) refuse('wrong_state', 'directory_decides', { connection: scheduled.connection.name });
  await requireWayIn(change, user.id, { account: gone.name, connection: gone.connection.name });
  await tellChanged(change, user.id, 'identity_unlinked');
  const before = { connection: gone.connection.name, account: gone.name };
  change.record({ action: 'user.identity_unlinked', target: userTarget(user), before });
});

/**
 * Returns the accounts of directories that are synchronised on a schedule. Such a directory suspends users who leave it,
 * so they must not unlink themselves.
 */
export async function scheduledAmong(snapshot: Snapshot, accounts: readonly Identity[]): Promise<Identity[]> {
  const scheduled = new Set<string>();
  for (const connection of await listConnections(snapshot))
    if (connection.kind === 'ldap' && connection.directory.syncMinutes !== null) scheduled.add(connection.id);
  return accounts.filter(({ connection }) => scheduled.has(connection.id));
}

async function insertLinked(
  change: Change,
  caller: Caller,
  connection: Pick<StoredConnection, 'id' | 'name'>,
  proved: Proved,
): Promise<Identity> {
  await requireFreshSignIn(change, caller);
  const user = await requireUser(change, callerId(caller));
  const account = labelled(proved);
  const known = await findIdentity(change.connection, proved);
  if (known?.userId === user.id) refuse('already_exists', 'identity_linked', { account: account.name });
  if (known) refuse('identity_taken', 'identity_of_another', { account: account.name, connection: connection.name });
  const there = await scheduledAmong(change, await identitiesOf(change.connection, user.id));
  // A user is present while one of their entries is open, so another entry would keep a user who left.
  const other = there.find((identity) => identity.connection.id === connection.id);
  if (other) refuse('already_exists', 'identity_linked', { account: other.name });
  const id = await insertIdentity(change.connection, user.id, connection.id, account, change.clock, false);
  const after = { connection: connection.name, account: account.name };
  await tellChanged(change, user.id, 'identity_linked');
  change.record({ action: 'user.identity_linked', target: userTarget(user), after });
  const made = (await identitiesOf(change.connection, user.id)).find((identity) => identity.id === id);
  return made ?? refuse('not_found', 'connection_gone', { connection: connection.name });
}

const purposeOf = (caller: Caller) =>
  caller.kind === 'user' && caller.sessionId !== null
    ? ({ kind: 'link', userId: caller.userId, sessionId: caller.sessionId } as const)
    : refuse('sign_in_again', 'session_needed', {});
