import type { Ending } from '@licet/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { usualRolePolicy } from '../../store/role-policies/role-policies.ts';
import type { Caller } from '../context.ts';
import { signedInAlways, type TestLicet, testLicet } from '../testing.ts';

type User = Caller & { readonly kind: 'user' };

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

const day = 86_400;
const inDays = (days: number) => new Date(Date.now() + days * day * 1000).toISOString();
const idOf = (it: Ending) => (it.kind === 'exception' ? it.exception.id : it.grant.id);
const list = (who: Caller, query: Record<string, string> = {}) => licet.call('endings.list', who, { query });
const ids = async (who: Caller, query?: Record<string, string>) => (await list(who, query)).items.map(idOf);

/**
 * An application with the separated roles cook and pay. It has a grant of each role, an emergency role and an
 * exception. They end on consecutive days.
 */
let shop: Awaited<ReturnType<typeof open>>;
beforeEach(async () => {
  shop = await open();
});

async function open() {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const role = async (name: string) => (await licet.call('roles.create', owner, { params, body: { name } })).id;
  const [cook, pay] = [await role('cook'), await role('pay')];
  const give = async (to: string, what: string, days: number | null) =>
    (
      await licet.call('grants.create', owner, {
        params,
        body: {
          principal: { kind: 'user', id: to },
          gives: { kind: 'role', id: what },
          ends: days === null ? null : inDays(days),
        },
      })
    ).id;
  const [ada, ben] = [(await licet.user()).userId, await signedInAlways(licet.database, await licet.user())];
  const first = await give(ada, cook, 1);
  await give(ada, cook, 40).catch(() => undefined);
  const { version: _, ...usual } = usualRolePolicy;
  await licet.call('roles.setPolicy', owner, {
    params: { ...params, role: pay },
    body: { ...usual, breakGlass: { users: [ben.userId], groups: [], seconds: 3600 } },
  });
  const body = { application: key, role: 'pay', reason: 'Nobody answers' };
  const { id: use, grant: taken } = await licet.call('breakGlass.use', ben, { body });
  const parts = [cook, pay].map((id) => ({ elements: [{ kind: 'role', id }] }));
  const rule = await licet.call('separations.create', licet.admin, { body: { name: `Apart in ${key}`, parts } });
  const exception = await licet.call('separations.except', licet.admin, {
    params: { separation: rule.id },
    body: { holder: ada, reason: 'Month end', ends: inDays(3) },
  });
  const last = await give((await licet.user()).userId, cook, 5);
  return { key, owner, params, cook, pay, ada, ben, first, taken, use, rule: rule.id, exception, last };
}

describe('the list of access that ends soon', () => {
  test('contains grants, emergency roles and exceptions, soonest end first', async () => {
    const { key, first, taken, use, exception, last } = shop;
    const { items, total } = await list(licet.admin, { application: key });
    expect(items.map((it) => [it.kind, idOf(it)])).toEqual([
      ['break_glass', taken],
      ['grant', first],
      ['exception', exception.id],
      ['grant', last],
    ]);
    expect(total).toBe(4);
    expect(items[0]).toMatchObject({ use });
    expect(items[2]).toMatchObject({ exception: { reason: 'Month end', version: exception.version } });
    expect(await ids(licet.admin, { application: key, sort: '-ends' })).toEqual(items.map(idOf).reverse());
    expect(await ids(licet.admin, { application: key, within: `${2 * day}` })).toEqual([taken, first]);
    expect(await ids(licet.admin, { application: key, within: '60' })).toEqual([]);
  });

  test('is filtered by kind, role, holder, application and search words', async () => {
    const { key, cook, pay, ada, ben, first, taken, exception, last } = shop;
    expect(await ids(licet.admin, { kind: 'exception', application: key })).toEqual([exception.id]);
    expect(await ids(licet.admin, { kind: 'break_glass', application: key })).toEqual([taken]);
    expect(await ids(licet.admin, { kind: 'grant', application: key })).toEqual([first, last]);
    expect(await ids(licet.admin, { role: cook })).toEqual([first, exception.id, last]);
    expect(await ids(licet.admin, { role: pay })).toEqual([taken, exception.id]);
    expect(await ids(licet.admin, { principal: ada })).toEqual([first, exception.id]);
    expect(await ids(licet.admin, { principal: ben.userId })).toEqual([taken]);
    expect(await ids(licet.admin, { q: `apart in ${key}` })).toEqual([exception.id]);
    expect(await ids(licet.admin, { q: 'pay', application: key })).toEqual([taken]);
    expect(await ids(licet.admin, { application: 'nowhere' })).toEqual([]);
    expect(await licet.outcome('endings.list', licet.admin, { query: { kind: 'grant,key' } })).toBe('invalid_request');
  });

  test('is paged across the kinds without repetition or loss', async () => {
    const found: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await list(licet.admin, { application: shop.key, limit: '1', ...(cursor ? { cursor } : {}) });
      found.push(...page.items.map(idOf));
      if (page.next === null) break;
      cursor = page.next;
    }
    expect(found).toEqual([shop.taken, shop.first, shop.exception.id, shop.last]);
  });

  test('shows owners their grants, readers of separations the exceptions, and others nothing', async () => {
    const other = await open();
    expect(await ids(shop.owner)).toEqual([shop.taken, shop.first, shop.last]);
    expect(await ids(shop.owner, { application: other.key })).toEqual([]);
    expect(await ids(await licet.user('separations.manage'), { principal: shop.ada })).toEqual([shop.exception.id]);
    expect(await ids(await licet.user('applications.read'), { principal: shop.ada })).toEqual([shop.first]);
    expect(await ids(await licet.user())).toEqual([]);
  });

  test('hides an earlier application from owners of a new one with the same identifier', async () => {
    const { key, first } = shop;
    const at = new Date().toISOString();
    expect(await ids(licet.admin, { application: key, at })).toContain(first);
    await licet.call('applications.remove', licet.admin, { params: { application: key } });
    const heir = await licet.user('applications.manage');
    await licet.call('applications.create', heir, { body: { id: key, name: 'Another' } });
    expect(await ids(heir, { at })).toEqual([]);
    expect(await ids(heir, { application: key, at })).toEqual([]);
  });

  test('shows the state at a past instant, and the scheduled state at a future one', async () => {
    const { key, first, taken, exception, last, owner, params } = shop;
    const { at } = await licet
      .call('audit.list', licet.admin, { query: { limit: '1' } })
      .then(({ items }) => ({ at: items[0]?.at ?? '' }));
    await licet.call('grants.revoke', owner, { params: { ...params, grant: first } });
    await licet.call('separations.endException', licet.admin, {
      params: { separation: shop.rule, exception: exception.id },
    });
    expect(await ids(licet.admin, { application: key })).toEqual([taken, last]);
    const then = await list(licet.admin, { application: key, at });
    expect(then.items.map(idOf)).toEqual([taken, first, exception.id, last]);
    expect(then.asOf).toMatchObject({ at });
    expect(await ids(licet.admin, { application: key, at: inDays(2) })).toEqual([last]);
    expect(await ids(licet.admin, { application: key, at: '9999-12-31T00:00:00Z' })).toEqual([]);
  });
});

describe('an exception', () => {
  const change = (who: Caller, ends: string, ifMatch?: number) =>
    licet.outcome('separations.changeException', who, {
      params: { separation: shop.rule, exception: shop.exception.id },
      body: { ends },
      ...(ifMatch !== undefined && { ifMatch }),
    });
  const exception = async () =>
    (await licet.call('separations.exceptions', licet.admin, { params: { separation: shop.rule } })).items;

  test('gets another end and keeps its reason and start, with an event', async () => {
    const ends = inDays(20);
    expect(await change(licet.admin, ends, shop.exception.version)).toBe('ok');
    expect(await exception()).toMatchObject([
      { id: shop.exception.id, reason: 'Month end', since: shop.exception.since },
    ]);
    expect(Date.parse((await exception())[0]?.ends ?? '')).toBe(Date.parse(ends));
    expect(await change(licet.admin, inDays(1), shop.exception.version)).toBe('version_conflict');
    expect(await change(licet.admin, inDays(-1))).toBe('in_the_past');
    expect(await change(licet.admin, inDays(400))).toBe('invalid_request');
    const { items } = await licet.call('audit.list', licet.admin, {
      query: { action: 'separation.exception_changed' },
    });
    expect(items[0]).toMatchObject({
      before: { ends: shop.exception.ends },
      after: { separation: `Apart in ${shop.key}` },
    });
    expect(await licet.call('audit.verify', licet.admin)).toMatchObject({ whole: true });
  });

  test('cannot be extended by its holder or after its end', async () => {
    const manager: User = await licet.user('separations.manage', 'access.read');
    const body = { holder: manager.userId, reason: 'Month end', ends: inDays(3) };
    const { id } = await licet.call('separations.except', licet.admin, { params: { separation: shop.rule }, body });
    const own = (ends: string) =>
      licet.outcome('separations.changeException', manager, {
        params: { separation: shop.rule, exception: id },
        body: { ends },
      });
    expect(await own(inDays(4))).toBe('own_exception');
    expect(await own(inDays(2))).toBe('ok');
    try {
      licet.setClock(5 * day * 1000);
      expect(await own(inDays(6))).toBe('wrong_state');
    } finally {
      licet.setClock(0);
    }
  });
});

test('one plan changes all given ends in one change set, or changes none of them', async () => {
  const { params, first, taken, last, rule, exception } = shop;
  const changes = [
    { call: 'grants.update', params: { ...params, grant: first }, body: { ends: inDays(9) } },
    { call: 'grants.revoke', params: { ...params, grant: taken } },
    {
      call: 'separations.changeException',
      params: { separation: rule, exception: exception.id },
      body: { ends: inDays(9) },
    },
  ];
  const { digest, steps } = await licet.call('plans.make', licet.admin, { body: { changes } });
  expect(steps.map(({ refused }) => refused)).toEqual([null, null, null]);
  await licet.call('plans.apply', licet.admin, { body: { changes, digest } });
  expect(await ids(licet.admin, { application: shop.key })).toEqual([last]);
  const later = await ids(licet.admin, { application: shop.key, within: `${10 * day}` });
  expect(new Set(later)).toEqual(new Set([last, first, exception.id]));

  const ending = [
    { call: 'separations.endException', params: { separation: rule, exception: exception.id } },
    { call: 'grants.revoke', params: { ...params, grant: taken } },
  ];
  const plan = await licet.call('plans.make', licet.admin, { body: { changes: ending } });
  expect(plan.steps[1]?.refused).toMatchObject({ code: 'wrong_state' });
  expect(await licet.outcome('plans.apply', licet.admin, { body: { changes: ending, digest: plan.digest } })).toBe(
    'wrong_state',
  );
  expect(await ids(licet.admin, { application: shop.key, kind: 'exception', within: `${10 * day}` })).toEqual([
    exception.id,
  ]);
});
