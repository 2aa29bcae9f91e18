import { randomBytes } from 'node:crypto';
import { type Actor, adminRole, foldIdentity, licetApplication, licetPermissions } from '@licet/contract';
import { testDatabase } from '../postgres/testing.ts';
import { type Change, change } from './kernel/change.ts';
import { type Database, openDatabase } from './kernel/database.ts';
import { untilFurtherNotice } from './kernel/facts.ts';
import { newId } from './kernel/ids.ts';
import { migrate } from './kernel/migrate.ts';

/** A migrated database of its own, in which only the application `licet` exists. */
export interface TestStore {
  readonly database: Database;
  /** Moves the clock of the database, in milliseconds from its own. */
  setClock(offset: number): void;
  close(): Promise<void>;
}

export interface TestNamed {
  readonly id: string;
  readonly name: string;
}

export interface TestApplication extends TestNamed {
  readonly key: string;
  /** The id of its role `admin`. */
  readonly admin: string;
}

export interface TestGrant {
  readonly application: TestApplication;
  readonly principal: TestNamed;
  readonly kind?: 'user' | 'group';
  readonly role?: TestNamed;
  readonly permission?: TestNamed;
  readonly starts?: string;
  readonly ends?: string | null;
  readonly reason?: string;
}

/** Opens a fresh store for one suite; close it when the suite ends. */
export async function testStore(): Promise<TestStore> {
  const { connectionString, drop } = await testDatabase({ key: 'a migrated store with licet', template: prepare });
  let offset = 0;
  const database = openDatabase({ connectionString, clockOffset: () => offset });
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
export function build<Result>(database: Database, work: (change: Change) => Promise<Result>): Promise<Result> {
  return change(database, testActor, async (handle) => {
    handle.record({ action: 'licet.upgraded', target: { kind: 'test', id: 'test', name: 'a test' } });
    return work(handle);
  });
}

export async function addUser(
  change: Change,
  over: { username?: string; name?: string; email?: string; status?: 'invited' | 'active' | 'suspended' } = {},
): Promise<TestNamed & { username: string }> {
  const id = newId();
  const username = over.username ?? `user-${randomBytes(4).toString('hex')}`;
  const name = over.name ?? username;
  const email = over.email ?? null;
  await change.connection.query(
    `insert into users (id, username, username_key, email, email_key, name, status, created_no, no_from)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
    [
      id,
      username,
      foldIdentity(username),
      email,
      email && foldIdentity(email),
      name,
      over.status ?? 'active',
      change.no,
    ],
  );
  return { id, username, name };
}

export async function addGroup(change: Change, name = `group-${randomBytes(4).toString('hex')}`): Promise<TestNamed> {
  const id = newId();
  await change.connection.query(
    `insert into groups (id, name, name_key, description, created_no, no_from) values ($1, $2, $3, '', $4, $4)`,
    [id, name, foldIdentity(name), change.no],
  );
  return { id, name };
}

/** An application with its role `admin`. */
export async function addApplication(
  change: Change,
  key = `app-${randomBytes(4).toString('hex')}`,
  name = key,
): Promise<TestApplication> {
  const id = newId();
  await change.connection.query(
    `insert into applications (id, key, name, description, built_in, created_no, no_from) values ($1, $2, $3, '', $4, $5, $5)`,
    [id, key, name, key === licetApplication, change.no],
  );
  const admin = await addRole(change, { id }, adminRole);
  return { id, key, name, admin: admin.id };
}

export async function addPermission(change: Change, app: { id: string }, name: string): Promise<TestNamed> {
  const id = newId();
  await change.connection.query(
    `insert into permissions (id, app_id, name, title, created_no, no_from) values ($1, $2, $3, '', $4, $4)`,
    [id, app.id, name, change.no],
  );
  return { id, name };
}

/** A role with the permissions and the included roles that are given. */
export async function addRole(
  change: Change,
  app: { id: string },
  name: string,
  holds: readonly TestNamed[] = [],
  includes: readonly TestNamed[] = [],
): Promise<TestNamed> {
  const id = newId();
  await change.connection.query(
    `insert into roles (id, app_id, name, title, built_in, created_no, no_from) values ($1, $2, $3, '', $4, $5, $5)`,
    [id, app.id, name, name === adminRole, change.no],
  );
  for (const permission of holds) await addRolePermission(change, { id }, permission);
  for (const included of includes) await addInclusion(change, { id }, included);
  return { id, name };
}

export async function addRolePermission(change: Change, role: { id: string }, permission: { id: string }) {
  await change.connection.query(`insert into role_permissions (role_id, permission_id, no_from) values ($1, $2, $3)`, [
    role.id,
    permission.id,
    change.no,
  ]);
}

export async function addInclusion(change: Change, role: { id: string }, included: { id: string }) {
  await change.connection.query(`insert into inclusions (role_id, included_id, no_from) values ($1, $2, $3)`, [
    role.id,
    included.id,
    change.no,
  ]);
}

export async function addMember(
  change: Change,
  group: { id: string },
  member: { id: string },
  kind: 'user' | 'group' = 'user',
) {
  await change.connection.query(
    `insert into memberships (group_id, member_id, member_kind, no_from) values ($1, $2, $3, $4)`,
    [group.id, member.id, kind, change.no],
  );
}

/** A grant from now on without end, unless told otherwise. Answers its id. */
export async function addGrant(change: Change, grant: TestGrant): Promise<string> {
  const id = newId();
  await change.connection.query(
    `insert into grants (id, app_id, principal_id, principal_kind, role_id, permission_id, starts, ends, reason, granted_by, created_no, no_from)
     values ($1, $2, $3, $4, $5, $6, coalesce($7, $8::timestamptz), coalesce($9::timestamptz, 'infinity'), $10, 'a test', $11, $11)`,
    [
      id,
      grant.application.id,
      grant.principal.id,
      grant.kind ?? 'user',
      grant.role?.id ?? null,
      grant.permission?.id ?? null,
      grant.starts ?? null,
      change.at,
      grant.ends ?? null,
      grant.reason ?? '',
      change.no,
    ],
  );
  return id;
}

/** Gives a user another status: the present row ends and a new one begins. */
export async function setStatus(change: Change, user: { id: string }, status: 'invited' | 'active' | 'suspended') {
  const { connection, no } = change;
  const present = `id = $1 and no_to = ${untilFurtherNotice}`;
  const { rowCount } = await connection.query(`update users set status = $3 where ${present} and no_from = $2`, [
    user.id,
    no,
    status,
  ]);
  if (rowCount === 1) return;
  await connection.query(`update users set no_to = $2 where ${present}`, [user.id, no]);
  await connection.query(
    `insert into users (id, username, username_key, email, email_key, name, status, created_no, no_from)
     select id, username, username_key, email, email_key, name, $3, created_no, $2 from users where id = $1 and no_to = $2`,
    [user.id, no, status],
  );
}

const testActor: Actor = { kind: 'system', id: null, name: 'test' };

async function prepare(connectionString: string): Promise<void> {
  const database = openDatabase({ connectionString });
  try {
    await migrate(database);
    await build(database, async (handle) => {
      const licet = await addApplication(handle, licetApplication, 'Licet');
      for (const name of Object.keys(licetPermissions)) await addPermission(handle, licet, name);
    });
  } finally {
    await database.close();
  }
}
