import type { OpenIdClient } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import { endFacts, insertEntity, present, replaceEntity } from '../kernel/facts.ts';
import { inNameOrder } from '../kernel/lists.ts';
import type { Queryable } from '../kernel/pool.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { named, prepared, type Sql, sql } from '../kernel/sql.ts';
import { noRequirements, type OwnPolicy, ownPolicyOf } from '../policy/application-policy.ts';
import { endExceptionsOf } from '../separation-exceptions/separation-exceptions.ts';
import { asRecorded } from '../walk/walk.ts';
import { deleteClientKeys } from './client-keys.ts';

/** A client with the metadata that the OpenID provider needs. */
export interface StoredClient extends OpenIdClient {
  /** The name of the client's application. */
  readonly applicationName: string;
}

export interface ClientFields {
  readonly name: string;
  readonly kind: OpenIdClient['kind'];
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
  readonly webOrigins: readonly string[];
  readonly backchannelLogoutUri: string | null;
  readonly requirePkce: boolean;
  readonly idTokenAlgorithm: OpenIdClient['idTokenAlgorithm'];
  readonly requirePushedAuthorization: boolean;
}

/** The client with that id, in any application. */
export async function findClient(connection: Queryable, id: string): Promise<StoredClient | undefined> {
  if (!uuid.test(id)) return undefined;
  const { rows } = await connection.query<StoredClient>(
    named('find-client', sql`select ${columns} ${source} where x.id = ${id} and ${present('x')}`),
  );
  return rows[0];
}

/** A client with the sign-in rules of its application. */
export type ClientToSignIn = StoredClient & { readonly policy: OwnPolicy };

/** A row of {@link clientToSignIn}. */
export type ClientToSignInRow = StoredClient & { readonly policy: OwnPolicy | null };

export async function findClientToSignIn(connection: Queryable, id: string): Promise<ClientToSignIn | undefined> {
  if (!isClientId(id)) return undefined;
  const { rows } = await connection.query<ClientToSignInRow>(toSignIn(id));
  return rows[0] && clientToSignInOf(rows[0]);
}

/** A client from a row that another statement has read. */
export const clientToSignInOf = (row: ClientToSignInRow): ClientToSignIn => ({
  ...row,
  policy: row.policy ?? noRequirements,
});

/** Whether a value has the form of a client id. */
export const isClientId = (id: string): boolean => uuid.test(id);

/** The clients of an application, by name. */
export async function listClients({ connection }: Snapshot, appId: string): Promise<StoredClient[]> {
  const { rows } = await connection.query<StoredClient>(
    sql`select ${columns} ${source} where x.app_id = ${appId} and ${present('x')} order by ${inNameOrder(sql`x.name`)}, x.id`,
  );
  return rows;
}

/** The given clients that exist. */
export async function clientsAmong({ connection }: Snapshot, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await connection.query<{ id: string }>(
    sql`select x.id from clients x where x.id = any(${ids}::uuid[]) and ${present('x')}`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** The given clients that were deleted. */
export async function clientsDeletedAmong(
  { connection }: Snapshot,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await connection.query<{ id: string }>(
    sql`select distinct x.id from clients x
        where x.id = any(${ids}::uuid[]) and not exists (select from clients y where y.id = x.id and ${present('y')})`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Every origin from which a client of any application may make calls. */
export async function allWebOrigins(connection: Queryable): Promise<ReadonlySet<string>> {
  const { rows } = await connection.query<{ origin: string }>(
    sql`select distinct unnest(x.web_origins) as origin from clients x where ${present('x')}`,
  );
  return new Set(rows.map(({ origin }) => origin));
}

/** Registers a client. Only a built-in client passes an id; otherwise a new one is generated. */
export async function insertClient(
  change: Change,
  appId: string,
  fields: ClientFields,
  builtInId?: string,
): Promise<string> {
  const builtIn = builtInId !== undefined;
  return insertEntity(change, 'clients', rowOf(appId, fields, builtIn), builtInId);
}

/** Replaces the current row of a client by a new one. */
export async function updateClient(
  change: Change,
  appId: string,
  client: StoredClient,
  fields: Partial<Omit<ClientFields, 'kind'>>,
): Promise<void> {
  await replaceEntity(change, 'clients', client.id, rowOf(appId, { ...client, ...fields }, client.builtIn));
}

/** Deletes a client with its grants and its keys. */
export async function deleteClient(change: Change, id: string): Promise<void> {
  await endFacts(change, 'grants', { principal_id: [id] });
  await endExceptionsOf(change, id);
  await change.sideEffects(() => deleteClientKeys(change, id));
  await endFacts(change, 'clients', { id: [id] });
}

/** The addresses of the web clients of applications, oldest first. */
export async function webClients(
  { connection }: Snapshot,
  keys: readonly string[],
): Promise<Pick<OpenIdClient, 'application' | 'kind' | 'redirectUris' | 'postLogoutRedirectUris'>[]> {
  const { rows } = await connection.query<Awaited<ReturnType<typeof webClients>>[number]>(sql`
    select a.key as application, x.kind, x.redirect_uris as "redirectUris", x.post_logout_redirect_uris as "postLogoutRedirectUris"
    from applications a join clients x on x.app_id = a.id and ${present('x')}
    where a.key = any(${keys}::text[]) and ${present('a')} and x.kind in ('browser', 'server')
    order by x.created_no, x.id`);
  return rows;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

// The table `change` has no row yet for the change in progress, so a client that this change creates takes the instant
// from the setting.
const columns = sql`
  x.id, a.key as application, a.name as "applicationName", x.name, x.kind, x.redirect_uris as "redirectUris",
  x.post_logout_redirect_uris as "postLogoutRedirectUris", x.web_origins as "webOrigins", x.backchannel_logout_uri as "backchannelLogoutUri", x.require_pkce as "requirePkce",
  x.id_token_algorithm as "idTokenAlgorithm",
  x.require_pushed_authorization as "requirePushedAuthorization", x.built_in as "builtIn", coalesce(created.at, current_setting('licet.change_at')::timestamptz) as "createdAt", x.no_from as version`;

const source = sql`
  from clients x join applications a on a.id = x.app_id and ${present('a')}
  left join change created on created.no = x.created_no`;

/** SQL that selects a client with the sign-in rules of its application. */
export const clientToSignIn = (id: unknown): Sql =>
  sql`select ${columns}, ${ownPolicyOf('x.app_id')} as policy ${source} where x.id = ${id} and ${present('x')}`;

const toSignIn = prepared<[id: string]>('client-to-sign-in', clientToSignIn);

const rowOf = (appId: string, fields: ClientFields, builtIn: boolean) => ({
  app_id: appId,
  name: fields.name,
  kind: fields.kind,
  redirect_uris: fields.redirectUris,
  post_logout_redirect_uris: fields.postLogoutRedirectUris,
  web_origins: fields.webOrigins,
  backchannel_logout_uri: fields.backchannelLogoutUri,
  require_pkce: fields.requirePkce,
  id_token_algorithm: fields.idTokenAlgorithm,
  require_pushed_authorization: fields.requirePushedAuthorization,
  built_in: builtIn,
});

/**
 * Returns the identifiers of the applications in which the clients with a name have or will have access.
 * - The name may be a current or a former one.
 * - The client may belong to an earlier application with the same identifier.
 * - A deleted client counts with the access that it had when it was deleted.
 * @param except the id of a client to leave out
 */
export async function grantedUnderName(
  { connection, at }: Snapshot,
  applicationKey: string,
  name: string,
  except?: string,
): Promise<string[]> {
  const { rows } = await connection.query<{ key: string }>(sql`
    with named as (
      select c.id, max(c.no_to) as until from clients c
      where c.id in (
        select c.id from clients c join applications a on a.id = c.app_id and a.key = ${applicationKey} where c.name = ${name}
      ) and c.id is distinct from ${except ?? null}::uuid
      group by c.id
    )
    select distinct a.key from named n join grants x on x.principal_id = n.id join applications a on a.id = x.app_id and ${present('a')}
    where ${asRecorded(at).grantedOrLater('x')} or (x.no_to = n.until and x.ends > (select c.at from change c where c.no = n.until))
    order by a.key`);
  return rows.map(({ key }) => key);
}
