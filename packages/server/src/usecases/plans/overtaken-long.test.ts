import type { LongApplicationLine, PlannedChange } from '@licet/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../testing.ts';
import {
  ending,
  ends,
  linesOf,
  madeId,
  makeAll,
  making,
  mixed,
  oneByOne,
  organisation,
  planLong,
  sentChanges,
} from './together/together.testing.ts';

let licet: TestLicet;
beforeEach(async () => {
  licet = await testLicet();
});
afterEach(() => licet.close());

/** Plans and applies changes, with another change during the second plan. Returns the last line and the number of plans. */
async function overtaken(changes: readonly PlannedChange[], meanwhile: () => Promise<unknown>) {
  const { plan, refused, lines: planned } = await planLong(licet, licet.freshAdmin, changes);
  expect(refused).toEqual([]);
  if (!plan) throw new Error(`No plan: ${JSON.stringify(planned.at(-1))}`);
  const { longDrafts } = licet.database;
  let plans = 0;
  const others: Promise<unknown>[] = [];
  const begin = () => {
    plans += 1;
    others.push(meanwhile());
  };
  longDrafts.on('acquire', begin);
  const body = sentChanges(changes, { digest: plan.digest });
  const lines = await linesOf<LongApplicationLine>(await licet.call('plans.applyLong', licet.freshAdmin, { body }));
  longDrafts.off('acquire', begin);
  await Promise.all(others);
  return { last: lines.at(-1), plans };
}

const done = { last: { applied: expect.anything() }, plans: 1 };
const anyone = () => licet.user();

test.each([
  ['made together', organisation(60)],
  ['made together, calls in turns', mixed(organisation(40), making)],
  ['made one after another', 'one by one' as const],
])('applies a large plan after another change without planning again, with changes %s', async (_, given) => {
  const changes = given === 'one by one' ? await oneByOne(licet, organisation(12)) : given;
  expect(await overtaken(changes, anyone)).toEqual(done);
});

test.each([
  ['made together', 40, (all: readonly PlannedChange[]) => all],
  ['made together, calls in turns', 40, (all: readonly PlannedChange[]) => mixed(all, ending)],
  ['made one after another', 14, (all: readonly PlannedChange[]) => oneByOne(licet, all)],
])('applies a large plan of deletions after another change, with changes %s', async (_, size, inOrder) => {
  await makeAll(licet, licet.freshAdmin, organisation(size));
  expect(await overtaken(await inOrder(await ends(licet)), anyone)).toEqual(done);
});

test('rolls back a large plan when another change altered its effects', async () => {
  const { key } = await licet.owned();
  const params = { application: key };
  const first = await licet.call('permissions.create', licet.admin, { params, body: { name: 'read' } });
  const second = await licet.call('permissions.create', licet.admin, { params, body: { name: 'write' } });
  const role = await licet.call('roles.create', licet.admin, {
    params,
    body: { name: 'reader', permissions: [first.id] },
  });
  const count = 120;
  const changes = Array.from(
    { length: count },
    (_, n): PlannedChange => ({
      call: 'users.create',
      as: madeId(n),
      body: { username: `new.${n}`, name: `New ${n}` },
    }),
  );
  const grants = Array.from(
    { length: count },
    (_, n): PlannedChange => ({
      call: 'grants.create',
      params,
      body: { principal: { kind: 'user', id: madeId(n) }, gives: { kind: 'role', id: role.id }, reason: '' },
    }),
  );
  const more = () =>
    licet.call('roles.update', licet.admin, {
      params: { ...params, role: role.id },
      body: { permissions: [first.id, second.id] },
      ifMatch: role.version,
    });
  expect(await overtaken([...changes, ...grants], more)).toMatchObject({
    last: { problem: { code: 'plan_moved' } },
    plans: 1,
  });
  const { rows } = await licet.database.pool.query(`select from users where username like 'new.%'`);
  expect(rows).toEqual([]);
});

test('two servers apply large plans one after the other, and only one of two identical plans', async () => {
  const another = licet.anotherServer();
  const people = (name: string) =>
    Array.from(
      { length: 1500 },
      (_, n): PlannedChange => ({ call: 'users.create', body: { username: `${name}.${n}`, name: `${name} ${n}` } }),
    );
  const count = async (name: string) => {
    const { rows } = await licet.database.pool.query(`select from users where username like $1`, [`${name}.%`]);
    return rows.length;
  };
  const applied = async (on: Pick<TestLicet, 'call'>, changes: readonly PlannedChange[]) => {
    const { plan } = await planLong(licet, licet.freshAdmin, changes);
    return async () => {
      const body = sentChanges(changes, { digest: plan?.digest });
      return (await linesOf<LongApplicationLine>(await on.call('plans.applyLong', licet.freshAdmin, { body }))).at(-1);
    };
  };
  const both = async (one: string, other: string) => {
    const apply = [await applied(licet, people(one)), await applied(another, people(other))];
    return Promise.all(apply.map((each) => each()));
  };
  expect(await both('one', 'other')).toEqual([{ applied: expect.anything() }, { applied: expect.anything() }]);
  expect([await count('one'), await count('other')]).toEqual([1500, 1500]);
  const twice = await both('same', 'same');
  expect(twice.filter((line) => line && 'applied' in line)).toHaveLength(1);
  expect(twice).toContainEqual({
    problem: expect.objectContaining({ code: expect.stringMatching(/^(name_taken|plan_moved)$/) }),
  });
  expect(await count('same')).toBe(1500);
  expect(await licet.call('audit.verify', licet.admin)).toMatchObject({ whole: true });
  await another.close();
});
