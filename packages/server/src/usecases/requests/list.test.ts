import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../context.ts';
import { type TestLicet, testLicet } from '../testing.ts';
import { about, asking, type Desk, deskIn } from './testing.ts';

let licet: TestLicet;
let [ledger, sales]: Desk[] = [];
/** The ids of the requests, by the names that this test gives them. */
const ids = new Map<string, string>();

beforeAll(async () => {
  licet = await testLicet();
  ledger = await deskIn(licet);
  sales = await deskIn(licet);
  for (const [name, desk] of [
    ['ledger', ledger],
    ['sales', sales],
  ] as const) {
    const waits = await desk.ask();
    const denied = await desk.ask({ role: 'clerk' });
    await licet.call('requests.deny', desk.owner, about(denied, { reason: 'No' }));
    ids.set(`${name} waits`, waits.id).set(`${name} denied`, denied.id);
  }
  const own = await ledger.ask({ role: 'clerk' }, ledger.owner);
  const licets = await licet.call('requests.ask', ledger.member, { body: { ...asking('licet'), role: 'auditor' } });
  ids.set('ledger owner’s', own.id).set('licet’s', licets.id);
});
afterAll(() => licet.close());

async function listed(caller: Caller | undefined, query: Record<string, string> = {}): Promise<string[]> {
  const names = new Map([...ids].map(([name, id]) => [id, name]));
  const { items } = await licet.call('requests.list', caller ?? { kind: 'anonymous' }, { query });
  return items.map(({ id }) => names.get(id) ?? id);
}
const sorted = async (...asked: Parameters<typeof listed>) => (await listed(...asked)).sort();

describe('the visible requests', () => {
  test('the view “mine” lists the caller’s own requests in any state, newest first', async () => {
    expect(await listed(ledger?.member)).toEqual(['licet’s', 'ledger denied', 'ledger waits']);
    expect(await listed(ledger?.member, { sort: 'asked' })).toEqual(['ledger waits', 'ledger denied', 'licet’s']);
    expect(await listed(ledger?.owner, { view: 'mine' })).toEqual(['ledger owner’s']);
    expect(await listed(licet.admin)).toEqual([]);
  });

  test('the view “mine” lists only requests of the token’s application', async () => {
    expect(await listed(ledger?.tab)).toEqual(['ledger denied', 'ledger waits']);
    expect(await licet.outcome('requests.list', ledger?.tab ?? licet.admin, { query: { application: 'licet' } })).toBe(
      'foreign_application',
    );
  });

  test('the view “waiting” lists requests that the caller may decide, never the caller’s own', async () => {
    const view = { view: 'waiting' };
    expect(await listed(ledger?.member, view)).toEqual([]);
    expect(await listed(ledger?.owner, view)).toEqual(['ledger waits']);
    expect(await listed(sales?.owner, view)).toEqual(['sales waits']);
    expect(await sorted(await licet.user('grants.manage'), view)).toEqual([
      'ledger owner’s',
      'ledger waits',
      'sales waits',
    ]);
    expect(await sorted(licet.admin, view)).toEqual(['ledger owner’s', 'ledger waits', 'licet’s', 'sales waits']);
    expect(await listed(await licet.user('audit.read', 'applications.read', 'applications.manage'), view)).toEqual([]);
  });

  test('the view “decided” lists the caller’s own requests, those that the caller decides, and all for auditors', async () => {
    const view = { view: 'decided' };
    expect(await listed(ledger?.member, view)).toEqual(['ledger denied']);
    expect(await listed(ledger?.owner, view)).toEqual(['ledger denied']);
    for (const caller of [licet.admin, await licet.user('audit.read'), await licet.user('grants.manage')])
      expect(await sorted(caller, view)).toEqual(['ledger denied', 'sales denied']);
    expect(await listed(await licet.user('access.read', 'users.manage'), view)).toEqual([]);
  });

  test('a lapsed request moves from “waiting” to “decided”', async () => {
    try {
      licet.setClock(15 * 86_400_000);
      expect(await listed(licet.admin, { view: 'waiting' })).toEqual([]);
      expect(await sorted(ledger?.owner, { view: 'decided' })).toEqual([
        'ledger denied',
        'ledger owner’s',
        'ledger waits',
      ]);
      expect((await licet.call('requests.list', ledger?.member ?? licet.admin)).items[0]?.state).toBe('expired');
    } finally {
      licet.setClock(0);
    }
  });
});

describe('the list', () => {
  test('is filtered by application and by the names of user, role and application', async () => {
    const view = 'waiting';
    expect(await listed(licet.admin, { view, application: sales?.key ?? '' })).toEqual(['sales waits']);
    expect(await listed(licet.admin, { view, application: 'nowhere' })).toEqual([]);
    expect(await listed(licet.admin, { view, q: sales?.key ?? '' })).toEqual(['sales waits']);
    expect(await sorted(licet.admin, { view, q: 'REFUNDS' })).toEqual(['ledger waits', 'sales waits']);
    const { user } = await licet.call('requests.get', licet.admin, about({ id: ids.get('sales waits') ?? '' }));
    expect(await listed(licet.admin, { view, q: user.name })).toEqual(['sales waits']);
    expect(await listed(licet.admin, { view, q: '%' })).toEqual([]);
    expect(await listed(ledger?.owner, { view, q: user.name })).toEqual([]);
  });

  test('is paged, and refuses a cursor of another view or order', async () => {
    const seen: string[] = [];
    const first = { view: 'waiting', limit: '1', sort: 'asked' };
    let cursor: string | null = '';
    let given = '';
    while (cursor !== null) {
      const query: Record<string, string> = cursor ? { ...first, cursor } : first;
      const page: { items: { id: string }[]; next: string | null; total: number } = await licet.call(
        'requests.list',
        licet.admin,
        { query },
      );
      expect(page.total).toBe(4);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next;
      given ||= cursor ?? '';
    }
    expect(new Set(seen).size).toBe(4);
    for (const other of [
      { ...first, view: 'decided' },
      { ...first, sort: '-asked' },
    ])
      expect(await licet.outcome('requests.list', licet.admin, { query: { ...other, cursor: given } })).toBe(
        'invalid_cursor',
      );
  });

  test('the first page shows waiting requests, oldest first, and the caller’s own', async () => {
    const home = await licet.call('me.home', licet.admin);
    expect(home.waiting.total).toBe(4);
    expect(home.waiting.items[0]).toMatchObject({ id: ids.get('ledger waits'), mayDecide: 'yes' });
    const own = await licet.call('me.home', ledger?.member ?? licet.admin);
    expect(own.waiting).toEqual({ items: [], total: 0 });
    expect(own.requests.map(({ id }) => id)).toEqual(
      ['licet’s', 'ledger denied', 'ledger waits'].map((name) => ids.get(name)),
    );
  });
});
