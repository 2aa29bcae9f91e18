import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Installed, install } from './testing.ts';

let database: Installed;
beforeAll(async () => {
  database = await install();
});
beforeEach(() => database.client.query('drop table if exists papers; create table papers (id int, owner text)'));
afterAll(() => database.end());

const lint = async () =>
  (
    await database.client.query<{ policy_name: string; clause: string; advice: string }>(
      'select * from licet.lint_policies()',
    )
  ).rows;

const once = [
  `(select licet.can('a'))`,
  `((select licet.can('a')) and owner = (select licet.user_id()))`,
  `(select licet.can('a') or licet.can('b'))`,
  `((select licet.explain('a') ->> 'reason') = 'listed')`,
  `(select coalesce(licet.has_role('a'), false) and not (licet.is_valid() is null))`,
  `(owner = 'licet.can(''a'')')`,
  `(owner = E'\\\\' or owner = '(')`,
  `exists (select from papers as other where other.id = papers.id and (select licet.can('a')))`,
  `true`,
];
const eachRow = [
  `licet.can('a')`,
  `(owner = licet.user_id())`,
  `((select licet.can('a')) and licet.can('b'))`,
  `(owner = (select licet.user_id()) or not coalesce(licet.has_role('a'), false))`,
  `exists (select from papers as other where licet.can('a'))`,
  `(licet.can(lower('A')))`,
  `(owner = ')' or licet.can('a'))`,
  `licet.can(licet.user_id())`,
];

test.each(once)('reports nothing if %s is evaluated once', async (expression) => {
  await database.client.query(`create policy p on papers using (${expression})`);
  expect(await lint()).toEqual([]);
});

test.each(eachRow)('reports %s, which is evaluated for each row, with advice', async (expression) => {
  await database.client.query(`create policy p on papers using (${expression})`);
  const [found, ...more] = await lint();
  expect(more).toEqual([]);
  expect(found).toMatchObject({ table_name: 'public.papers', policy_name: 'p', clause: 'using' });
  expect(found?.advice).toContain('(select licet.can(...))');
});

test("checks both clauses, whatever the caller's search_path", async () => {
  await database.client.query(`create policy two on papers using (licet.can('a')) with check (licet.can('b'))`);
  await database.client.query('set search_path = licet, public');
  expect((await lint()).map(({ clause }) => clause)).toEqual(['using', 'with check']);
  await database.client.query('reset search_path');
});
