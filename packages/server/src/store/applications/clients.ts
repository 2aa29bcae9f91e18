import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { OpenIdClient } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import { endFacts, present } from '../kernel/facts.ts';
import { newId } from '../kernel/ids.ts';
import type { Queryable } from '../kernel/pool.ts';
import type { Snapshot } from '../kernel/snapshot.ts';

/** A client with what the OpenID provider needs of it. */
export interface StoredClient extends OpenIdClient {
  /** The name of the application that it belongs to. */
  readonly applicationName: string;
  /** SHA-256 of the secret in base64url; null for a client without one. */
  readonly secretHash: string | null;
}

export interface ClientFields {
  readonly name: string;
  readonly kind: OpenIdClient['kind'];
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
  readonly webOrigins: readonly string[];
}

/** A new secret, 256 random bits, and the hash that is kept of it. Such a secret cannot be guessed, so a fast hash is enough. */
export function newSecret(): { readonly secret: string; readonly hash: string } {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: hashOfSecret(secret) };
}

/** Whether a secret is the one that the client was given. Compares in the same time whatever differs. */
export function secretMatches(client: Pick<StoredClient, 'secretHash'>, secret: string): boolean {
  if (client.secretHash === null) return false;
  const [known, given] = [Buffer.from(client.secretHash), Buffer.from(hashOfSecret(secret))];
  return known.length === given.length && timingSafeEqual(known, given);
}

/** The client with that id, of whatever application. */
export async function findClient(connection: Queryable, id: string): Promise<StoredClient | undefined> {
  if (!uuid.test(id)) return undefined;
  const { rows } = await connection.query<StoredClient>({
    name: 'find-client',
    text: `select ${columns} ${source} where x.id = $1 and ${present('x')}`,
    values: [id],
  });
  return rows[0];
}

/** The clients of an application, by name. */
export async function listClients({ connection }: Snapshot, appId: string): Promise<StoredClient[]> {
  const { rows } = await connection.query<StoredClient>(
    `select ${columns} ${source} where x.app_id = $1 and ${present('x')} order by lower(x.name) collate "C", x.id`,
    [appId],
  );
  return rows;
}

/** Those of the clients that are there. */
export async function clientsAmong({ connection }: Snapshot, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await connection.query<{ id: string }>(
    `select x.id from clients x where x.id = any($1::uuid[]) and ${present('x')}`,
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Every origin from which a client of any application may call. */
export async function allWebOrigins(connection: Queryable): Promise<ReadonlySet<string>> {
  const { rows } = await connection.query<{ origin: string }>(
    `select distinct unnest(x.web_origins) as origin from clients x where ${present('x')}`,
  );
  return new Set(rows.map(({ origin }) => origin));
}

/** Registers a client; its id is chosen here unless it is a built-in one. */
export async function insertClient(
  change: Change,
  appId: string,
  fields: ClientFields,
  secretHash: string | null,
  builtInId?: string,
): Promise<string> {
  const id = builtInId ?? newId();
  await write(change, appId, id, change.no, fields, secretHash, builtInId !== undefined);
  return id;
}

/** Replaces the present row of a client by a new one. */
export async function updateClient(
  change: Change,
  appId: string,
  client: StoredClient,
  fields: Partial<Omit<ClientFields, 'kind'>> & { readonly secretHash?: string },
): Promise<void> {
  const { secretHash, ...next } = { ...client, ...fields };
  const { rows } = await change.connection.query<{ created: number }>(
    `select created_no as created from clients x where x.id = $1 and ${present('x')}`,
    [client.id],
  );
  await endFacts(change, 'clients', { id: [client.id] });
  await write(change, appId, client.id, rows[0]?.created ?? change.no, next, secretHash, client.builtIn);
}

export async function deleteClient(change: Change, id: string): Promise<void> {
  await endFacts(change, 'clients', { id: [id] });
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const hashOfSecret = (secret: string) => createHash('sha256').update(secret).digest('base64url');

// An application that is being registered in this very change has no row in `change` yet.
const columns = `
  x.id, a.key as application, a.name as "applicationName", x.name, x.kind, x.redirect_uris as "redirectUris",
  x.post_logout_redirect_uris as "postLogoutRedirectUris", x.web_origins as "webOrigins", x.secret_hash as "secretHash",
  x.built_in as "builtIn", coalesce(created.at, clock_timestamp()) as "createdAt", x.no_from as version`;

const source = `
  from clients x join applications a on a.id = x.app_id and ${present('a')}
  left join change created on created.no = x.created_no`;

async function write(
  { connection, no }: Change,
  appId: string,
  id: string,
  created: number,
  fields: ClientFields,
  secretHash: string | null,
  builtIn: boolean,
): Promise<void> {
  await connection.query(
    `insert into clients (id, app_id, name, kind, redirect_uris, post_logout_redirect_uris, web_origins, secret_hash, built_in, created_no, no_from)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      id,
      appId,
      fields.name,
      fields.kind,
      fields.redirectUris,
      fields.postLogoutRedirectUris,
      fields.webOrigins,
      secretHash,
      builtIn,
      created,
      no,
    ],
  );
}
