import { afterAll, beforeAll, expect, test } from 'vitest';
import { addApplication, build, type TestStore, testStore } from '../store.testing.ts';
import { transaction } from './database.ts';
import { draft } from './draft.ts';
import { newId } from './ids.ts';
import { insertEntities, manyIn } from './many.ts';
import { endDrafts } from './overlay.ts';

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
