import { afterAll, beforeAll, expect, test } from 'vitest';
import { processorTimes } from '../../../../../../scripts/processor-time.testing.ts';
import { newId } from '../../../store/kernel/ids.ts';
import { read } from '../../../store/kernel/snapshot.ts';
import type { Known } from '../../../store/reverts/around.ts';
import { FactHistory, type RevertedTable, type Row } from '../../../store/reverts/histories.ts';
import { type TestLicet, testLicet } from '../../testing.ts';
import { turnEntities } from './entities.ts';
import { turnContents } from './links.ts';
import type { Work } from './parts.ts';

// A revert blocks the server, so its time must grow with the number of changes, not with its square.
let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

const app = newId();
const known = (kind: Known['kind'], id: string, deletedNo: number | null): [string, Known] => [
  id,
  { kind, id, name: id, deletedNo, app, key: 'shop' },
];
const historyOf = (table: RevertedTable, key: string, ...rows: Row[]) => new FactHistory(table, key, rows);
const workOf = (last: number, histories: readonly FactHistory[], of: readonly [string, Known][] = []): Work => ({
  asked: new Set(Array.from({ length: last }, (_, no) => no + 2)),
  last: last + 1,
  at: '',
  userId: null,
  histories,
  known: new Map(of),
  restoredIds: new Map(),
  removed: new Set(),
  ignored: new Set(),
  refused: new Set(),
  steps: [],
  cannot: [],
});

/** A group that was renamed `changes` times. */
async function renamedGroup(changes: number): Promise<Work> {
  const rows = Array.from({ length: changes + 1 }, (_, at) => ({
    from: at + 1,
    to: at === changes ? null : at + 2,
    fields: { id: app, name: `Crew ${at}`, name_key: `crew ${at}`, description: '' },
  }));
  const work = workOf(changes, [historyOf('groups', app, ...rows)]);
  await turnEntities(work);
  return work;
}

/** `count` deleted roles, each with one permission. */
async function deletedRoles(count: number): Promise<Work> {
  const permission = newId();
  const roles = Array.from({ length: count }, (_, at) => ({ id: newId(), to: at + 2 }));
  const histories = [
    ...roles.map(({ id, to }) => historyOf('roles', id, { from: 1, to, fields: { app_id: app, name: id, title: '' } })),
    ...roles.map(({ id, to }) =>
      historyOf('role_permissions', `${id} ${permission}`, {
        from: 1,
        to,
        fields: { role_id: id, permission_id: permission },
      }),
    ),
  ];
  const deleted = roles.map(({ id, to }) => known('role', id, to));
  const work = workOf(count, histories, [known('permission', permission, null), ...deleted]);
  for (const { id } of roles) work.restoredIds.set(id, newId());
  await turnEntities(work);
  await read(licet.database, (snapshot) => turnContents(work, snapshot));
  return work;
}

test.each([
  ['renames of one group', renamedGroup],
  ['deleted roles', deletedRoles],
] as const)('reverting sixteen times as many %s takes at most forty times as long', async (_, revert) => {
  expect((await revert(3)).steps).toHaveLength(3);
  const { few, many } = await processorTimes({ few: () => revert(2_000), many: () => revert(32_000) }, 3);
  expect(many).toBeLessThan(40 * few);
});
