import { bindName, type Connection } from '@licet/contract';
import { directoryOf, providerOf } from '../../identity/connections/connection-secrets.ts';
import { backchannelLogoutPath, returnPath, signedOutPath } from '../../identity/connections/external-provider.ts';
import { refuse } from '../../refusal.ts';
import {
  findConnection,
  listConnections,
  type StoredConnection,
  type StoredDirectory,
} from '../../store/connections/connections.ts';
import { readNow } from '../../store/kernel/read-now.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { answering, reading } from '../use-case.ts';

export const list = reading('connections.list', async ({ snapshot, issuer }) => ({
  items: (await listConnections(snapshot)).map((connection) => shownConnection(connection, issuer)),
}));

/** No database connection is held while the provider is contacted. */
export const test = answering('connections.test', async ({ database, secrets, upstream, params }) => {
  const test = await readNow(database, async (snapshot) => {
    const found = await requireConnection(snapshot, params.connection);
    if (found.kind !== 'ldap')
      return providerOf(snapshot.connection, secrets, found).then((it) => () => upstream.test(it));
    const directory = await directoryOf(snapshot.connection, secrets, found);
    return () => upstream.directories.test(directory);
  });
  return test();
});

/** A connection in the shape of the contract. */
export const shownConnection = (connection: StoredConnection, issuer: string): Connection =>
  connection.kind === 'ldap'
    ? connection
    : {
        ...connection,
        redirectUri: issuer + returnPath,
        postLogoutRedirectUri: issuer + signedOutPath,
        backchannelLogoutUri: connection.kind === 'github' ? null : issuer + backchannelLogoutPath(connection.id),
      };

/** @throws Refusal `not_found` */
export async function requireConnection(snapshot: Snapshot, id: string): Promise<StoredConnection> {
  return (await findConnection(snapshot, id)) ?? refuse('not_found', 'connection_unknown', { connection: id });
}

/** Whether a connection is a directory whose users can be imported. @throws Refusal `invalid_request` */
export function requireReadable(connection: StoredConnection): StoredDirectory {
  if (connection.kind !== 'ldap')
    return refuse('invalid_request', 'import_needs_directory', { connection: connection.name });
  if (!hasReader(connection)) refuse('invalid_request', 'import_needs_reader', { connection: connection.name });
  return connection;
}

/** Whether Licet can list the entries of a directory without a user's password. */
export const hasReader = ({ directory }: StoredDirectory): boolean => !directory.bindDn.includes(bindName);
