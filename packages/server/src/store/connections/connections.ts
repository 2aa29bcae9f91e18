import {
  type Connection,
  type DirectoryConnection,
  foldIdentity,
  type ProviderConnection,
  type PublicKey,
} from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import { endFacts, insertEntity, present, replaceEntity } from '../kernel/facts.ts';
import { inNameOrder } from '../kernel/lists.ts';
import type { Queryable } from '../kernel/pool.ts';
import { identifier, named, type Sql, sql } from '../kernel/sql.ts';

/**
 * A connection as stored. The addresses to register at the provider are not stored, because they are derived from the
 * connection's id.
 */
export type StoredConnection = StoredProvider | StoredDirectory;
export type StoredProvider = Omit<ProviderConnection, 'redirectUri' | 'postLogoutRedirectUri' | 'backchannelLogoutUri'>;
export type StoredDirectory = DirectoryConnection;

interface SharedFields
  extends Pick<Connection, 'name' | 'enabled' | 'domains' | 'createsUsers' | 'allowedDomains' | 'trustsAddresses'> {
  readonly defaultGroups: readonly string[];
  readonly groupMappings: readonly { readonly value: string; readonly group: string }[];
}

export interface ProviderFields
  extends SharedFields,
    Pick<
      ProviderConnection,
      'kind' | 'issuer' | 'clientId' | 'proof' | 'scopes' | 'groupsClaim' | 'twoFactorValues' | 'signsOutThere'
    > {}

export interface DirectoryFields extends SharedFields, Pick<DirectoryConnection, 'kind' | 'directory'> {}

export type ConnectionFields = ProviderFields | DirectoryFields;

interface ReadAt {
  readonly connection: Queryable;
  readonly at: string;
}

/** Every connection, by name. */
export async function listConnections({ connection, at }: ReadAt): Promise<StoredConnection[]> {
  const { rows } = await connection.query<Row>(
    named('connections', sql`${select(at)} where ${present('x')} order by ${inNameOrder(sql`x.name`)}, x.id`),
  );
  return rows.map(ofItsKind);
}

/** The connection with that id, unless it was removed. */
export async function findConnection({ connection, at }: ReadAt, id: string): Promise<StoredConnection | undefined> {
  const { rows } = await connection.query<Row>(sql`${select(at)} where x.id = ${id} and ${present('x')}`);
  return rows.map(ofItsKind)[0];
}

/** @throws Refusal `name_taken` */
export const insertConnection = (change: Change, fields: ConnectionFields): Promise<string> =>
  insertEntity(change, 'connections', rowOf(fields));

/** Replaces the current row by a new one. @throws Refusal `name_taken` */
export const updateConnection = (change: Change, id: string, fields: ConnectionFields): Promise<void> =>
  replaceEntity(change, 'connections', id, rowOf(fields));

/** Deletes a connection, its secret, and the identities that users linked by it. */
export async function deleteConnection(change: Change, id: string): Promise<void> {
  await endFacts(change, 'connections', { id: [id] });
  await change.connection.query(sql`delete from connection_secrets where connection_id = ${id}`);
  await change.connection.query(sql`delete from identities where connection_id = ${id}`);
  await change.connection.query(sql`delete from upstream_sessions where connection_id = ${id}`);
  for (const table of ['directory_syncs', 'directory_absences', 'directory_departed'])
    await change.connection.query(sql`delete from ${identifier(table)} where connection_id = ${id}`);
}

/** Stores the sealed secret with which Licet authenticates at the connection, and replaces an earlier one. */
export async function keepConnectionSecret(
  connection: Queryable,
  id: string,
  secret: Buffer,
  publicKey: PublicKey | null,
): Promise<void> {
  await connection.query(
    sql`insert into connection_secrets (connection_id, secret, public_key)
     values (${id}, ${secret}, ${publicKey && JSON.stringify(publicKey)})
     on conflict (connection_id) do update set secret = excluded.secret, public_key = excluded.public_key`,
  );
}

export async function removeConnectionSecret(connection: Queryable, id: string): Promise<void> {
  await connection.query(sql`delete from connection_secrets where connection_id = ${id}`);
}

/** The secret, still sealed. */
export async function connectionSecret(connection: Queryable, id: string): Promise<Buffer | undefined> {
  const { rows } = await connection.query<{ secret: Buffer }>(
    sql`select secret from connection_secrets where connection_id = ${id}`,
  );
  return rows[0]?.secret;
}

const select = (at: string): Sql => sql`
  select x.id, x.name, x.kind, x.issuer, x.client_id as "clientId", x.proof, k.secret is not null as "hasSecret",
    k.public_key as "publicKey", x.scopes, x.enabled, x.domains, x.creates_users as "createsUsers",
    x.allowed_domains as "allowedDomains", x.trusts_addresses as "trustsAddresses",
    coalesce((
      select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name_key, g.id)
      from groups g where g.id = any(x.default_groups) and ${present('g')}
    ), '[]') as "defaultGroups",
    x.groups_claim as "groupsClaim",
    coalesce((
      select jsonb_agg(jsonb_build_object('value', m.value, 'group', jsonb_build_object('id', g.id, 'name', g.name)) order by m.value, g.name_key)
      from jsonb_to_recordset(x.group_mappings) as m(value text, "group" uuid) join groups g on g.id = m."group" and ${present('g')}
    ), '[]') as "groupMappings",
    x.two_factor_values as "twoFactorValues", x.signs_out_there as "signsOutThere", x.directory,
    (select count(distinct i.user_id)::int from identities i where i.connection_id = x.id) as people,
    coalesce(created.at, ${at}::timestamptz) as "createdAt", x.no_from as version
  from connections x left join connection_secrets k on k.connection_id = x.id
  left join change created on created.no = x.created_no`;

type Row = Omit<StoredProvider, 'kind'> & Omit<StoredDirectory, 'kind'> & { readonly kind: StoredConnection['kind'] };

/** Drops the columns of the other kinds of connections. */
function ofItsKind({ kind, ...row }: Row): StoredConnection {
  const { directory, ...provider } = row;
  if (kind !== 'ldap') return { ...provider, kind };
  const { issuer: _, clientId: __, proof: ___, publicKey: ____, scopes: _____, ...rest } = row;
  const { groupsClaim: ______, twoFactorValues: _______, signsOutThere: ________, ...shared } = rest;
  return { ...shared, kind, directory: { ...unsaid, ...directory } };
}

/** The defaults of settings that did not exist when the directory was stored. */
const unsaid = { syncMinutes: null, syncMakes: true };

const rowOf = (fields: ConnectionFields) => ({
  name: fields.name,
  name_key: foldIdentity(fields.name),
  kind: fields.kind,
  enabled: fields.enabled,
  domains: fields.domains,
  creates_users: fields.createsUsers,
  allowed_domains: fields.allowedDomains,
  trusts_addresses: fields.trustsAddresses,
  default_groups: fields.defaultGroups,
  group_mappings: JSON.stringify(fields.groupMappings),
  ...(fields.kind === 'ldap' ? directoryRow(fields) : providerRow(fields)),
});

const providerRow = ({
  issuer,
  clientId,
  proof,
  scopes,
  groupsClaim,
  twoFactorValues,
  signsOutThere,
}: ProviderFields) => ({
  issuer,
  client_id: clientId,
  proof,
  scopes,
  groups_claim: groupsClaim,
  two_factor_values: twoFactorValues,
  signs_out_there: signsOutThere,
  directory: null,
});

const directoryRow = ({ directory }: DirectoryFields) => ({
  issuer: null,
  client_id: null,
  proof: null,
  scopes: [],
  groups_claim: null,
  two_factor_values: [],
  signs_out_there: false,
  directory: JSON.stringify(directory),
});
