import type { LongRevertLine } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { erasedRows } from '../../../store/audit/erasures.ts';
import { read } from '../../../store/kernel/snapshot.ts';
import { memberOf } from '../../requests/testing.ts';
import { type TestLicet, testLicet } from '../../testing.ts';
import { linesOf } from '../together/together.testing.ts';

// A function takes no more arguments than fit on the stack, about 125,000: `push(...rows)` of more throws.
let licet: TestLicet;
let event: number;
const count = 130_000;
beforeAll(async () => {
  licet = await testLicet();
  const { key: application, owner } = await licet.owned();
  const params = { application };
  const { id: role } = await licet.call('roles.create', owner, { params, body: { name: 'clerk' } });
  const member = await memberOf(licet, owner, application, role);
  const { items } = await licet.call('grants.list', owner, { params });
  const grant = items.find(({ principal }) => principal.id === member.userId)?.id ?? '';
  await licet.call('grants.revoke', owner, { params: { application, grant } });
  const { items: events } = await licet.call('audit.list', licet.admin, { query: { limit: '1' } });
  event = events[0]?.no ?? 0;
  const connection = await licet.database.pool.connect();
  try {
    await connection.query('begin; set local session_replication_role = replica');
    await connection.query(
      `insert into grants select (jsonb_populate_record(g, jsonb_build_object('id', gen_random_uuid(), 'committed', '\\x00'))).*
       from grants g, generate_series(1, ${count}) where g.id = $1`,
      [grant],
    );
    await connection.query('commit');
  } finally {
    connection.release();
  }
});
afterAll(() => licet.close());

test('reverts the end of very many grants', async () => {
  const lines = await linesOf<LongRevertLine>(await licet.call('plans.revertLong', licet.admin, { body: { event } }));
  expect(lines[0]).toMatchObject({ revert: { changes: 1, cannot: count } });
});

test('reads very many rows of which something was erased', async () => {
  expect(await read(licet.database, ({ connection }) => erasedRows(connection))).toHaveLength(count);
});
