import { afterAll, beforeAll, expect, test } from 'vitest';
import { addApplication, addGrant, addRole, addUser, build, type TestStore, testStore } from '../store.testing.ts';
import { transaction } from './database.ts';
import { draft } from './draft.ts';
import { newId } from './ids.ts';
import { insertEntities, manyIn } from './many.ts';
import { endDrafts } from './overlay.ts';
import { sql } from './sql.ts';

let store: TestStore;
beforeAll(async () => {
  store = await testStore();
});
afterAll(() => store.close());

const actor = { kind: 'system', id: null, name: 'test' } as const;
const columns = () =>
  draft(store.database, actor, async ({ connection }) => {
    const { fields } = await connection.query('select * from clients limit 0');
    return fields.map(({ name }) => name);
  });

test('a migration can drop a column despite draft sessions, and the next draft has the new table', async () => {
  expect(await columns()).toContain('backchannel_logout_uri');
  const dropping = 'alter table clients drop column backchannel_logout_uri';
  // PostgreSQL refuses until the draft session ends, because a view depends on the column.
  await expect(store.database.pool.query(dropping)).rejects.toMatchObject({ code: '2BP01' });
  await transaction(store.database, 'begin', async (connection) => {
    await endDrafts(connection);
    await connection.query(dropping);
  });
  await expect.poll(() => columns().catch(() => ['backchannel_logout_uri'])).not.toContain('backchannel_logout_uri');
});

test('replaces a draft session after a hundred drafts, because rolled-back rows stay in its tables', async () => {
  const sessions = new Set<number>();
  for (let made = 0; made < 101; made += 1) {
    const pid = await draft(store.database, actor, async ({ connection }) => {
      const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid');
      return rows[0]?.pid ?? 0;
    });
    sessions.add(pid);
  }
  expect(sessions.size).toBe(2);
});

test('refuses a draft when its unresponsive connection is closed', async () => {
  const drafted = draft(store.database, actor, async ({ connection }) => {
    setTimeout(store.database.breakSilent, 50);
    await connection.query('select pg_sleep(30)');
  });
  await expect(drafted).rejects.toMatchObject({ problem: { code: 'unavailable' } });
  expect(await columns()).toContain('name');
});

test('uses the index on names in a long draft, because the draft has statistics', async () => {
  const { id } = await build(store.database, (change) => addApplication(change));
  const count = 2000;
  const rows = Array.from({ length: count }, (_, place) => ({
    place,
    fields: { id: newId(), app_id: id, name: `area:${place}`, title: '' },
  }));
  const plan = await draft(
    store.database,
    actor,
    async (handle) => {
      await insertEntities(manyIn(handle, count), 'permissions', rows);
      const { rows: lines } = await handle.connection.query<{ 'QUERY PLAN': string }>(
        `explain select from pg_temp.opened_permissions x where x.no_to = 9223372036854775807 and x.app_id = $1 and x.name = 'area:7'`,
        [id],
      );
      return lines.map((line) => line['QUERY PLAN']).join('\n');
    },
    true,
  );
  expect(plan).toMatch(/Index Cond: \(\(app_id = .* AND \(name = /);
});

test('looks up the grants of a principal when a grant is added to a draft, instead of reading all grants', async () => {
  const many = 12_000;
  const given = await build(store.database, async (change) => {
    const application = await addApplication(change);
    const role = await addRole(change, application, 'reader');
    const user = await addUser(change, { name: 'Ada' });
    const { connection, no, at } = change;
    await connection.query(sql`
      insert into grants (id, app_id, principal_id, principal_kind, role_id, starts, ends, reason, granted_by, created_no, no_from)
      select gen_random_uuid(), ${application.id}, gen_random_uuid(), 'user', ${role.id}, ${at}::timestamptz, 'infinity', '', '', ${no}, ${no}
      from generate_series(1, ${many})`);
    return { application, role, principal: user };
  });
  await store.database.pool.query('analyze grants');
  const read = await draft(store.database, actor, async (handle) => {
    const { connection } = handle;
    const rowsRead = async () => {
      const { rows } = await connection.query<{ count: number }>(
        `select seq_tup_read + coalesce(idx_tup_fetch, 0) as count from pg_stat_xact_user_tables where relid = 'public.grants'::regclass`,
      );
      return rows[0]?.count ?? 0;
    };
    const before = await rowsRead();
    await addGrant(handle, given);
    return (await rowsRead()) - before;
  });
  expect(read).toBeLessThan(100);
});
