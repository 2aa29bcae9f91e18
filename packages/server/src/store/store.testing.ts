import { randomBytes } from 'node:crypto';
import { type Actor, adminRole, emailKey, foldIdentity, licetApplication, licetPermissions } from '@licet/contract';
import { testDatabase } from '../postgres/testing.ts';
import { insertClient } from './applications/clients.ts';
import { checks } from './checks.ts';
import { type Change, change } from './kernel/change.ts';
import { type Database, openDatabase } from './kernel/database.ts';
import { insertEntity, insertFact, present, replaceEntity } from './kernel/facts.ts';
import { migrate } from './kernel/migrate.ts';
import { sql } from './kernel/sql.ts';

/** A new migrated database that contains only the application `licet`. */
export interface TestStore {
  readonly database: Database;
  /** Sets the offset of the database's clock, in milliseconds. */
  setClock(offset: number): void;
  close(): Promise<void>;
}

export interface TestNamed {
  readonly id: string;
  readonly name: string;
}

export interface TestApplication extends TestNamed {
  readonly key: string;
  /** The id of the application's role `admin`. */
  readonly admin: string;
}

export interface TestGrant {
  readonly application: TestApplication;
  readonly principal: TestNamed;
  readonly kind?: 'user' | 'group' | 'client';
  readonly role?: TestNamed;
  readonly permission?: TestNamed;
  readonly starts?: string;
  readonly ends?: string | null;
  readonly reason?: string;
}

/** The content that all stores of a kind share. It is created once per test run, under the name `key`. */
export interface TestStoreKind {
  readonly key: string;
  readonly fill: (database: Database) => Promise<unknown>;
}

/** Opens a fresh store for one suite; close it when the suite ends. */
export async function testStore({ key, fill }: TestStoreKind = bare): Promise<TestStore> {
  const template = (connectionString: string) => prepare(connectionString, fill);
  const { connectionString, drop } = await testDatabase({ key: `a migrated store with ${key}`, template });
  let offset = 0;
  const database = openDatabase({ checks, connectionString, clockOffset: () => offset });
  return {
    database,
    setClock: (next) => {
      offset = next;
    },
    close: async () => {
      await database.close();
      await drop();
    },
  };
}

/** Makes one change that writes the facts in `work`, recorded as an upgrade. */
export function build<Result>(
  database: Database,
  work: (change: Change) => Promise<Result>,
  after?: Readonly<Record<string, string>>,
): Promise<Result> {
  return change(database, testActor, async (handle) => {
    handle.record({
      action: 'licet.upgraded',
      target: { kind: 'test', id: 'test', name: 'a test' },
      ...(after && { after }),
    });
    return work(handle);
  });
}

export async function addUser(
  change: Change,
  over: { username?: string; name?: string; email?: string; status?: 'invited' | 'active' | 'suspended' } = {},
): Promise<TestNamed & { username: string }> {
  const username = over.username ?? `user-${randomBytes(4).toString('hex')}`;
  const name = over.name ?? username;
  const email = over.email ?? null;
  const id = await insertEntity(change, 'users', {
    username,
    username_key: foldIdentity(username),
    email,
    email_key: email && emailKey(email),
    name,
    status: over.status ?? 'active',
  });
  return { id, username, name };
}

export async function addGroup(change: Change, name = `group-${randomBytes(4).toString('hex')}`): Promise<TestNamed> {
  const id = await insertEntity(change, 'groups', { name, name_key: foldIdentity(name), description: '' });
  return { id, name };
}

/** A program of an application: a client that acts for itself. */
export async function addProgram(
  change: Change,
  app: { id: string },
  name = `program-${randomBytes(4).toString('hex')}`,
): Promise<TestNamed> {
  const addresses = { redirectUris: [], postLogoutRedirectUris: [], webOrigins: [], backchannelLogoutUri: null };
  const proofs = { requirePkce: true, requirePushedAuthorization: false, idTokenAlgorithm: 'ES256' } as const;
  return {
    id: await insertClient(change, app.id, { name, kind: 'service', ...proofs, ...addresses }),
    name,
  };
}

/** An application with its role `admin`. */
export async function addApplication(
  change: Change,
  key = `app-${randomBytes(4).toString('hex')}`,
  name = key,
): Promise<TestApplication> {
  const id = await insertEntity(change, 'applications', {
    key,
    name,
    description: '',
    built_in: key === licetApplication,
  });
  const admin = await addRole(change, { id }, adminRole);
  return { id, key, name, admin: admin.id };
}

export async function addPermission(change: Change, app: { id: string }, name: string): Promise<TestNamed> {
  const id = await insertEntity(change, 'permissions', { app_id: app.id, name, title: '' });
  return { id, name };
}

export async function addRole(
  change: Change,
  app: { id: string },
  name: string,
  holds: readonly TestNamed[] = [],
  includes: readonly TestNamed[] = [],
): Promise<TestNamed> {
  const built_in = name === adminRole;
  const id = await insertEntity(change, 'roles', { app_id: app.id, name, title: '', built_in });
  for (const permission of holds) await addRolePermission(change, { id }, permission);
  for (const included of includes) await addInclusion(change, { id }, included);
  return { id, name };
}

export const addRolePermission = (change: Change, role: { id: string }, permission: { id: string }) =>
  insertFact(change, 'role_permissions', { role_id: role.id, permission_id: permission.id });

export const addInclusion = (change: Change, role: { id: string }, included: { id: string }) =>
  insertFact(change, 'inclusions', { role_id: role.id, included_id: included.id });

export const addMember = (
  change: Change,
  group: { id: string },
  member: { id: string },
  kind: 'user' | 'group' = 'user',
) => insertFact(change, 'memberships', { group_id: group.id, member_id: member.id, member_kind: kind });

/** Adds a grant, by default from now on and without end. Returns its id. */
export const addGrant = (change: Change, grant: TestGrant): Promise<string> =>
  insertEntity(change, 'grants', {
    app_id: grant.application.id,
    principal_id: grant.principal.id,
    principal_kind: grant.kind ?? 'user',
    role_id: grant.role?.id ?? null,
    permission_id: grant.permission?.id ?? null,
    starts: grant.starts ?? change.at,
    ends: grant.ends ?? 'infinity',
    reason: grant.reason ?? '',
    granted_by: 'a test',
  });

/** Changes the status of a user: the current row ends and a new one begins. */
export async function setStatus(change: Change, user: { id: string }, status: 'invited' | 'active' | 'suspended') {
  const { rows } = await change.connection.query<Record<string, unknown>>(sql`
    select username, username_key, email, email_key, name from users u where u.id = ${user.id} and ${present('u')}`);
  await replaceEntity(change, 'users', user.id, { ...rows[0], status });
}

const testActor: Actor = { kind: 'system', id: null, name: 'test' };

const bare: TestStoreKind = { key: 'licet', fill: async () => undefined };

async function prepare(connectionString: string, fill: TestStoreKind['fill']): Promise<void> {
  const database = openDatabase({ checks, connectionString });
  try {
    await migrate(database);
    await build(database, async (handle) => {
      const licet = await addApplication(handle, licetApplication, 'Licet');
      for (const name of Object.keys(licetPermissions)) await addPermission(handle, licet, name);
    });
    await fill(database);
  } finally {
    await database.close();
  }
}
