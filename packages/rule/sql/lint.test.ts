import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Installed, install } from './testing.ts';

let database: Installed;
beforeAll(async () => {
  database = await install();
});
beforeEach(() =>
  database.client.query(
    `drop table if exists papers; create table papers (id int, owner text, "Shop" varchar(9), "O'Shop" text)`,
  ),
);
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
  `(select licet.can(lower('A')))`,
  `(select upper(licet.user_id()) = 'A')`,
  `(select licet.can(permission => 'a' collate "C"))`,
  `(owner = (select licet.user_id() collate "de-x-icu"))`,
  `((select licet.can('a')) or array['shop:' || "O'Shop"] collate "C" && (select licet.resources('a')))`,
  `(select licet.can('a', array['shop:' || 1::text, 'region:de']))`,
  `((select licet.can('a')) or array['shop:' || "Shop", owner] && (select licet.resources('a')))`,
  `(owner = any ((select licet.resources('a'))::text[]))`,
  `(owner = any (array(select other.owner from papers as other
     where (select licet.can('a')) or array['shop:' || other.id] && (select licet.resources('a')))))`,
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
  `licet.can('a', array['shop:' || owner])`,
  `(select licet.can('a', array['shop:' || owner]))`,
  `(select licet.can('a', array['shop:' || "Shop"]))`,
  `((select licet.can('b')) or (select licet.can('a', array[upper(owner)::varchar(9), 'region:de'])))`,
  `(select licet.can(owner))`,
  `(select licet.can('a') or owner = licet.user_id())`,
  `(select array['shop:' || "Shop"] && licet.resources('a'))`,
  `(select licet.can('a', array['shop:' || "O'Shop"]))`,
  `(select 'shop:' || papers."O'Shop" = any (licet.resources('a')))`,
  `(select case when licet.can('a') then true else id = 1 end)`,
  `(select coalesce((licet.explain('a', array[papers.owner]) ->> 'permitted')::boolean, false))`,
  `exists (select from papers as other where (select licet.can('a', array[other.owner])))`,
  `(array['shop:' || "Shop"] && licet.resources('a'))`,
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
