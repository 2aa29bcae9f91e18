import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsOf } from '../../store/separations/check.ts';
import { largeRoles } from '../large-roles.testing.ts';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

test('a new group member is checked once for each role, however many roles include it', async () => {
  const { key: application, owner } = await licet.owned();
  const params = { application };
  const group = await licet.call('groups.create', licet.admin, { body: { name: 'Counter' } });
  const to = [{ kind: 'group' as const, id: group.id }];
  await licet.build((change) => largeRoles(change, { application, permissions: 300, roles: 200, to }));
  const role = async (name: string) => (await licet.call('roles.create', owner, { params, body: { name } })).id;
  const parts = [await role('clerk'), await role('payer')].map((id) => ({ elements: [{ kind: 'role', id }] }));
  await licet.call('separations.create', licet.admin, { body: { name: 'Kept', parts } });
  const { userId } = await licet.user();
  const rows = await licet.build(async (change) => {
    const { connection, no } = change;
    await connection.query(
      `insert into memberships (group_id, member_id, member_kind, no_from) values ($1, $2, 'user', $3)`,
      [group.id, userId, no],
    );
    const asked: Statement[] = [];
    const noting = { query: (statement: Statement) => connection.query(asked[asked.push(statement) - 1] ?? statement) };
    expect(await violationsOf({ ...change, connection: noting as never })).toEqual([]);
    let total = 0;
    for (const { text, values } of asked) {
      const { rows } = await connection.query({ text: `explain (analyze, format json) ${text}`, values });
      total += rowsOf(rows[0]['QUERY PLAN'][0].Plan);
    }
    return total;
  });
  // At best the rows are 200 roles, the role that they include, and its 300 permissions. Reading each permission once
  // for each role would be 60,000 rows.
  expect(rows).toBeGreaterThan(300);
  expect(rows).toBeLessThan(20_000);
});

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

interface Node {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly Node[];
}

/** All rows that the nodes of an executed plan return. */
const rowsOf = (node: Node): number =>
  node['Actual Rows'] * node['Actual Loops'] + (node.Plans ?? []).reduce((sum, below) => sum + rowsOf(below), 0);
