import { bindName, identityKey } from '@licet/contract';
import type { StoredDirectory } from '../../store/connections/connections.ts';
import { findIdentity, subjectsOf } from '../../store/connections/identities.ts';
import { reachesLicet } from '../../store/grants/grants.ts';
import { change } from '../../store/kernel/change.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { readNow } from '../../store/kernel/read-now.ts';
import { findUser, findUserByName, updateUser } from '../../store/users/users.ts';
import { directoryOf } from '../connections/connection-secrets.ts';
import type { Proved } from '../connections/external-provider.ts';
import type { ConnectionParts } from '../connections/leave-and-return.ts';

/**
 * A directory has given the address of a user to another entry, whose owner signs in for the first time: the user has it no more, or a reset of their
 * password would be mailed to its new owner. Nothing is done while an entry of the user has the address still, nor with users who have access to
 * Licet itself.
 */
export async function releaseAddress(
  parts: ConnectionParts,
  connection: StoredDirectory,
  proved: Proved,
): Promise<void> {
  const { database, secrets, upstream } = parts;
  const email = proved.email?.trim() ?? '';
  const { createsUsers, trustsAddresses, directory } = connection;
  if (!createsUsers || !trustsAddresses || !email.includes('@') || directory.bindDn.includes(bindName)) return;
  if (await findIdentity(poolOf(database), proved)) return;
  const holder = await readNow(database, (snapshot) => findUserByName(snapshot, email));
  const linked = holder ? await subjectsOf(poolOf(database), holder.id) : [];
  const own = linked.filter(({ issuer }) => issuer === proved.issuer);
  if (!holder || own.length === 0) return;
  const opened = await directoryOf(poolOf(database), secrets, connection);
  for (const { subject } of own) {
    const entry = await upstream.directories.find(opened, subject);
    if (entry?.email && identityKey(entry.email) === identityKey(email)) return;
  }
  await change(database, { kind: 'system', id: null, name: connection.name }, async (handle) => {
    const user = await findUser(handle, holder.id);
    if (!user?.email || identityKey(user.email) !== identityKey(email)) throw new KeepsAddress();
    if (await reachesLicet(handle, user)) throw new KeepsAddress();
    await updateUser(handle, user, { email: null });
    const { id, username, name, status } = user;
    handle.record({
      action: 'user.changed',
      target: { kind: 'user', id, name },
      before: { username, email: user.email, name, status },
      after: { username, email: null, name, status, connection: connection.name },
    });
  }).catch((error: unknown) => {
    if (!(error instanceof KeepsAddress)) throw error;
  });
}

class KeepsAddress extends Error {}
