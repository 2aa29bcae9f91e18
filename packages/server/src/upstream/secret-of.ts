import type { Secrets } from '../sign-in/secrets.ts';
import { connectionSecret, type StoredConnection } from '../store/connections/connections.ts';
import type { Queryable } from '../store/kernel/pool.ts';
import type { Provider } from './provider.ts';

/** A connection with the secret that it is used with. */
export async function providerOf(
  connection: Queryable,
  secrets: Secrets,
  { id, name, kind, issuer, clientId, proof, scopes, groupsClaim, version }: StoredConnection,
): Promise<Provider> {
  const sealed = await connectionSecret(connection, id);
  const secret = sealed ? secrets.open(sealed, aboutConnection(id)) : null;
  return { id, name, kind, issuer, clientId, proof, scopes, groupsClaim, version, secret };
}

/** What the secret of a connection is sealed about: it is of no use in another's row. */
export const aboutConnection = (id: string): string => `connection ${id}`;
