import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Change } from '../kernel/change.ts';
import { withConnection } from '../kernel/database.ts';
import { endFacts, replaceEntity } from '../kernel/facts.ts';
import { inForce, read, type Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';
import { deletePermission } from '../permissions/permissions.ts';
import {
  addApplication,
  addPermission,
  addRole,
  addRolePermission,
  build,
  type TestApplication,
  type TestNamed,
  type TestStore,
  testStore,
} from '../store.testing.ts';
import { cachedContents, contentsAt, type Written, writtenSince } from './contents.ts';

let store: TestStore;
let app: TestApplication;
let roles: TestNamed[];
let permissions: TestNamed[];

beforeAll(async () => {
  store = await testStore();
});
afterAll(() => store.close());
beforeEach(() =>
  build(store.database, async (change) => {
    app = await addApplication(change);
    permissions = [];
    for (const name of ['a', 'b', 'c', 'd']) permissions.push(await addPermission(change, app, name));
    roles = [await addRole(change, app, 'one', permissions.slice(0, 2)), await addRole(change, app, 'two')];
  }),
);

test('returns the names and contents of roles at every change, even if some changes were followed by no read', async () => {
  await compare();
  for (let round = 0; round < 40; round += 1) {
    await build(store.database, (change) => alter(change, round));
    if (round % 3 > 0) await compare();
  }
});

test('two simultaneous reads add new facts to the cache only once', async () => {
  await compare();
  await build(store.database, (change) => alter(change, 0));
  await read(store.database, async (snapshot) => {
    const [one, other] = [cachedContents(snapshot), cachedContents(snapshot)];
    for (const since of [one, other]) await contentsAt(snapshot, since, await writtenAfter(snapshot, since?.no ?? 0));
  });
  await compare();
});

test('a slow read of an older change does not reopen a fact that has ended meanwhile', async () => {
  await compare();
  const [role, permission] = [roles[1] ?? app, permissions[3] ?? app];
  await build(store.database, async (change) => {
    await addRolePermission(change, role, permission);
    await replaceEntity(change, 'permissions', permission.id, { app_id: app.id, name: 'renamed', title: '' });
  });
  await read(store.database, async (snapshot) => {
    const since = cachedContents(snapshot);
    const written = await writtenAfter(snapshot, since?.no ?? 0);
    await build(store.database, async (change) => {
      await endFacts(change, 'role_permissions', { role_id: [role.id], permission_id: [permission.id] });
      await replaceEntity(change, 'permissions', permission.id, { app_id: app.id, name: 'renamed again', title: '' });
    });
    await compare();
    await contentsAt(snapshot, since, written);
  });
  await compare();
});

test('discards the cache after failover to a database that lost the last change', async () => {
  await build(store.database, (change) => addRolePermission(change, roles[1] ?? app, permissions[3] ?? app));
  await compare();
  await withConnection(store.database, async (connection) => {
    await connection.query('begin');
    await connection.query('set local session_replication_role = replica');
    await connection.query(sql`delete from role_permissions where no_from = (select max(no) from change)`);
    await connection.query(sql`update change set hash = sha256(hash) where no = (select max(no) from change)`);
    await connection.query('commit');
  });
  await compare();
});

/** Removes a permission from a role or adds it to one, renames it, or replaces it by a new permission. */
async function alter(change: Change, round: number): Promise<void> {
  const at = Math.floor(Math.random() * permissions.length);
  const [role, permission] = [roles[round % 2] ?? app, permissions[at] ?? app];
  if (round % 10 === 9) {
    await deletePermission(change, permission.id);
    permissions[at] = await addPermission(change, app, `new-${round}`);
  } else if (round % 5 === 4) {
    await replaceEntity(change, 'permissions', permission.id, { app_id: app.id, name: `other-${round}`, title: '' });
  } else if (
    (await endFacts(change, 'role_permissions', { role_id: [role.id], permission_id: [permission.id] })) === 0
  ) {
    await addRolePermission(change, role, permission);
  }
}

const writtenAfter = async ({ connection, no }: Snapshot, since: number): Promise<Written | undefined> => {
  const { rows } = await connection.query<{ written: Written }>(sql`select ${writtenSince(since, no)} as written`);
  return rows[0]?.written;
};

/** Compares the cached contents with the facts, at every change up to the last one. */
async function compare(): Promise<void> {
  await read(store.database, async (snapshot) => {
    const since = cachedContents(snapshot);
    const contents = await contentsAt(snapshot, since, await writtenAfter(snapshot, since?.no ?? snapshot.no));
    for (let no = snapshot.no; no > snapshot.no - 45 && no > 0; no -= 1) {
      const { rows } = await snapshot.connection.query<{ role: string; name: string; application: string }>(sql`
        select rp.role_id as role, p.name, a.key as application from role_permissions rp
        join permissions p on p.id = rp.permission_id and ${inForce('p', no)} join applications a on a.id = p.app_id and ${inForce('a', no)}
        where ${inForce('rp', no)} order by 1, 2`);
      const found = roles.flatMap(({ id: role }) => {
        const held: { role: string; name: string; application: string }[] = [];
        contents.visit(role, no, (place) => {
          const { name, key } = contents.called(place, no);
          held.push({ role, name, application: key });
        });
        return held.sort((a, b) => (a.name < b.name ? -1 : 1));
      });
      expect(found).toEqual(roles.flatMap(({ id }) => rows.filter(({ role }) => role === id)));
    }
  });
}
