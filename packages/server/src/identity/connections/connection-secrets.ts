import { connectionSecret, type StoredDirectory, type StoredProvider } from '../../store/connections/connections.ts';
import type { Queryable } from '../../store/kernel/pool.ts';
import type { Directory } from '../directories/directory.ts';
import { aboutConnection, type Secrets } from '../keys/secrets.ts';
import type { Provider } from './external-provider.ts';

/** A connection with its decrypted secret. */
export async function providerOf(
  connection: Queryable,
  secrets: Secrets,
  { id, name, kind, issuer, clientId, proof, scopes, groupsClaim, signsOutThere, version }: StoredProvider,
): Promise<Provider> {
  const sealed = await connectionSecret(connection, id);
  const secret = sealed ? secrets.open(sealed, aboutConnection(id)) : null;
  return { id, name, kind, issuer, clientId, proof, scopes, groupsClaim, signsOutThere, version, secret };
}

/** A directory with the decrypted password of its bind DN. */
export async function directoryOf(
  connection: Queryable,
  secrets: Secrets,
  { id, name, directory: settings }: StoredDirectory,
): Promise<Directory> {
  const sealed = await connectionSecret(connection, id);
  return { id, name, settings, secret: sealed ? secrets.open(sealed, aboutConnection(id)) : null };
}
