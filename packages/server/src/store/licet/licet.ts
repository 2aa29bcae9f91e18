import {
  type Actor,
  cliClientId,
  consoleClientId,
  licetApplication,
  licetPermissions,
  licetRoles,
  limits,
  type Ref,
  type Settings,
} from '@licet/contract';
import type pg from 'pg';
import { findApplication, insertApplication } from '../applications/applications.ts';
import {
  type ClientFields,
  findClient,
  insertClient,
  type StoredClient,
  updateClient,
} from '../applications/clients.ts';
import { type Change, change } from '../kernel/change.ts';
import type { Connection, Database } from '../kernel/database.ts';
import { endFacts, present } from '../kernel/facts.ts';
import { read, type Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';
import { insertPermission, updatePermission } from '../permissions/permissions.ts';
import { lapseRequests } from '../requests/requests.ts';
import { insertRole, setRolePermissions } from '../roles/roles.ts';

/** The public address before and after a start that changed it. */
export interface AddressChange {
  readonly from: string;
  readonly to: string;
}

/**
 * Creates or updates Licet's own application: its catalogue from the contract, the console's client at the public address, and the command
 * line's client. Writes one change, only if something differs. If two processes start at the same time, only one of them writes it.
 * @throws PublicAddressError while a server with another public address uses this database
 */
export async function ensureLicet(database: Database, issuer: string): Promise<AddressChange | undefined> {
  if (await read(database, (snapshot) => isCurrent(snapshot, issuer))) return undefined;
  try {
    return await change(database, system, async (handle) => {
      if (await isCurrent(handle, issuer)) throw new MadeMeanwhile();
      const from = await presentAddress(handle);
      const moved = from !== undefined && from !== issuer;
      if (moved) await requireAddressFree(handle.connection, from, issuer);
      handle.record({
        action: moved ? 'licet.address_changed' : 'licet.upgraded',
        application: licetApplication,
        target: licetTarget,
        ...(moved && { before: { issuer: from } }),
        after: { issuer },
      });
      await seedLicet(handle, issuer);
      return moved ? { from, to: issuer } : undefined;
    });
  } catch (error) {
    if (error instanceof MadeMeanwhile) return undefined;
    throw error;
  }
}

/** The public address for which the console's client was last registered; undefined before the first start. */
async function presentAddress({ connection }: Snapshot): Promise<string | undefined> {
  const client = await findClient(connection, consoleClientId);
  return client?.redirectUris[0]?.replace(/\/callback$/, '');
}

/** Another process has already made the change, so this one is rolled back: it would record nothing. */
class MadeMeanwhile extends Error {}

/** Updates Licet's own application within a change that the caller records. */
export async function seedLicet(handle: Change, issuer: string): Promise<void> {
  const found = await findApplication(handle, licetApplication);
  const appId = found?.factId ?? (await insertApplication(handle, licetApplication, licetText));
  if (!found) await updateSettings(handle, { organisation: 'Licet' });
  const catalogue = await bringCatalogue(handle, appId);
  await insertRoles(handle, appId, catalogue);
  await bringClients(handle, appId, issuer);
}

const system: Actor = { kind: 'system', id: null, name: 'Licet' };
const licetTarget = { kind: 'application', id: licetApplication, name: 'Licet' };
const licetText = { name: 'Licet', description: 'Who may do what: this console and its API.' };

async function isCurrent(snapshot: Snapshot, issuer: string): Promise<boolean> {
  const application = await findApplication(snapshot, licetApplication);
  if (!application) return false;
  const client = await findClient(snapshot.connection, consoleClientId);
  if (!client || differs(client, issuer) || !(await findClient(snapshot.connection, cliClientId))) return false;
  const known = await catalogueOf(snapshot, application.factId);
  const wanted = Object.entries(licetPermissions);
  if ((await rolesToBring(snapshot, application.factId)).length > 0) return false;
  return (
    known.length === wanted.length &&
    wanted.every(([name, title]) => known.some((p) => p.name === name && p.title === title))
  );
}

/** Adds missing permissions, updates the titles of existing ones, and deletes those that the contract no longer has. */
async function bringCatalogue(handle: Change, appId: string): Promise<ReadonlyMap<string, string>> {
  const known = new Map((await catalogueOf(handle, appId)).map((permission) => [permission.name, permission]));
  const ids = new Map<string, string>();
  for (const [name, title] of Object.entries(licetPermissions)) {
    const present = known.get(name);
    if (present && present.title !== title)
      await updatePermission(handle, appId, { ...present, roles: 0, version: 0 }, { title });
    ids.set(name, present?.id ?? (await insertPermission(handle, appId, { name, title })).id);
  }
  const gone = [...known.values()].filter(({ name }) => !ids.has(name)).map(({ id }) => id);
  for (const table of ['role_permissions', 'grants'] as const) await endFacts(handle, table, { permission_id: gone });
  await lapseRequests(handle, 'permission_id', gone);
  await endFacts(handle, 'permissions', { id: gone });
  return ids;
}

async function insertRoles(handle: Change, appId: string, catalogue: ReadonlyMap<string, string>): Promise<void> {
  for (const [name, { title, permissions }] of await rolesToBring(handle, appId)) {
    const role = await insertRole(handle, appId, { name, title });
    await setRolePermissions(
      handle,
      role,
      permissions.flatMap((permission) => catalogue.get(permission) ?? []),
    );
  }
}

/**
 * Returns the initial roles to create. Leaves out a role if any role of Licet ever had its name or a name that looks
 * like it. So an upgrade does not restore a role that was renamed or deleted, and does not alter an administrator's own
 * role of that name.
 */
async function rolesToBring({ connection }: Snapshot, appId: string) {
  const { rows } = await connection.query<{ name: string }>(sql`
    select n.name from unnest(${Object.keys(licetRoles)}::text[]) n(name)
    where not exists (select from roles r where r.app_id = ${appId} and r.skeleton = name_skeleton(n.name))`);
  const missing = new Set(rows.map(({ name }) => name));
  return Object.entries(licetRoles).filter(([name]) => missing.has(name));
}

async function bringClients(handle: Change, appId: string, issuer: string): Promise<void> {
  const client = await findClient(handle.connection, consoleClientId);
  const addresses = addressesAt(issuer);
  if (!client) {
    const fields = { name: 'Licet console', kind: 'browser' as const, ...ownProofs, ...addresses };
    await insertClient(handle, appId, fields, consoleClientId);
  } else if (differs(client, issuer)) {
    await updateClient(handle, appId, client, addresses);
  }
  if (!(await findClient(handle.connection, cliClientId))) {
    const fields = { name: 'Licet command line', kind: 'device' as const, ...ownProofs, ...noAddresses };
    await insertClient(handle, appId, fields, cliClientId);
  }
}

const ownProofs: Pick<ClientFields, 'requirePkce' | 'idTokenAlgorithm' | 'requirePushedAuthorization'> = {
  requirePkce: true,
  idTokenAlgorithm: 'ES256',
  requirePushedAuthorization: false,
};

const noAddresses = { redirectUris: [], postLogoutRedirectUris: [], webOrigins: [], backchannelLogoutUri: null };

const addressesAt = (issuer: string) => ({
  redirectUris: [`${issuer}/callback`],
  postLogoutRedirectUris: [`${issuer}/`],
  webOrigins: [new URL(issuer).origin],
  backchannelLogoutUri: null,
});

const differs = (client: StoredClient, issuer: string) =>
  Object.entries(addressesAt(issuer)).some(
    ([name, value]) => JSON.stringify(client[name as keyof StoredClient]) !== JSON.stringify(value),
  );

async function catalogueOf({ connection }: Snapshot, appId: string): Promise<(Ref & { title: string })[]> {
  const { rows } = await connection.query<Ref & { title: string }>(
    sql`select p.id, p.name, p.title from permissions p where p.app_id = ${appId} and ${present('p')}`,
  );
  return rows;
}

export async function findSettings({ connection }: Snapshot): Promise<Settings> {
  const { rows } = await connection.query<Settings>(
    sql`select s.organisation, s.remind_days as "remindDays", s.no_from as version from settings s where ${present('s')}`,
  );
  return rows[0] ?? { organisation: 'Licet', remindDays: limits.reminderDays.value, version: 0 };
}

export async function updateSettings(
  change: Change,
  { organisation, remindDays }: { readonly [K in 'organisation' | 'remindDays']?: Settings[K] | undefined },
): Promise<Settings> {
  const { connection, no } = change;
  const before = await findSettings(change);
  const after = { organisation: organisation ?? before.organisation, remindDays: remindDays ?? before.remindDays };
  await connection.query(sql`delete from settings s where ${present('s')} and s.no_from = ${no}`);
  await connection.query(sql`update settings s set no_to = ${no} where ${present('s')}`);
  await connection.query(
    sql`insert into settings (organisation, remind_days, no_from) values (${after.organisation}, ${after.remindDays}, ${no})`,
  );
  return { ...after, version: no };
}

/** Another server runs on this database with another public address. The message is for the operator. */
export class PublicAddressError extends Error {
  override readonly name = 'PublicAddressError';
}

/** First half of the key of the advisory lock that each running server holds; the second half is the hash of its public address. */
const addressLock = 1167;

/** Marks the public address as served for as long as this session lasts. Servers with the same address share the lock. */
export async function holdAddress(session: pg.Client, issuer: string): Promise<void> {
  await session.query('select pg_advisory_lock_shared($1, hashtext($2))', [addressLock, issuer]);
}

/**
 * Throws while another server runs on this database with another public address.
 * @param present the address that the database has now
 * @throws PublicAddressError
 */
export async function requireAddressFree(connection: Connection, present: string, wanted: string): Promise<void> {
  const { rows } = await connection.query<{ taken: boolean }>(sql`
    select exists (
      select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
      where l.locktype = 'advisory' and l.classid = ${addressLock} and l.objsubid = 2 and l.granted
        and l.objid <> (hashtext(${wanted})::bigint & 4294967295)::oid
    ) as taken`);
  if (!rows[0]?.taken) return;
  throw new PublicAddressError(
    `Another server is using this database with another public address (the database has ${present}). Stop it before you start one with ${wanted}, or set LICET_ISSUER to its address.`,
  );
}
