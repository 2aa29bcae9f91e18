import { consoleClientId, limits } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyChain } from '../../store/audit/verify.ts';
import { read } from '../../store/kernel/snapshot.ts';
import { sweep } from '../../store/sign-in/sweep.ts';
import type { Caller } from '../context.ts';
import { operator, type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

/** The network address of calls in tests. */
const address = '192.0.2.1';
const byConsole = (caller: Caller): Caller => ({ ...caller, clientId: consoleClientId }) as Caller;
const newest = async (query: Readonly<Record<string, string>> = {}) =>
  (await licet.call('audit.list', licet.admin, { query: { limit: '1', ...query } })).items[0] ?? expect.fail();
const originOf = async (no: number) =>
  (await licet.call('audit.get', licet.admin, { params: { no: String(no) } })).origin;
const make = (caller: Caller, name: string) => licet.call('groups.create', caller, { body: { name } });
const exported = async (format: 'csv' | 'ndjson') => {
  let text = '';
  for await (const piece of await licet.call('audit.export', licet.admin, { query: { format, q: 'Exported' } }))
    text += piece;
  return text;
};
const findingsOfChain = () => read(licet.database, (snapshot) => verifyChain(snapshot));
const stored = async () =>
  (await licet.database.pool.query(`select count(*)::int as rows from event_origins`)).rows[0].rows as number;

test('an event shows the token’s client and the caller’s address; lists of events omit them', async () => {
  await make(byConsole(licet.admin), 'Finance');
  const event = await newest();
  expect(await originOf(event.no)).toEqual({
    client: { id: consoleClientId, name: 'Licet console', application: 'licet' },
    address,
  });
  expect(Object.keys(event)).not.toContain('origin');
});

test('each event of an applied plan has an origin; an event of the operator has none', async () => {
  const admin = byConsole(licet.freshAdmin);
  const changes = ['One', 'Two'].map((name) => ({ call: 'groups.create', body: { name } }));
  const { digest } = await licet.call('plans.make', admin, { body: { changes } });
  const { last } = await licet.call('plans.apply', admin, { body: { changes, digest } });
  for (const no of [last - 2, last - 1, last])
    expect(await originOf(no)).toMatchObject({ client: { id: consoleClientId }, address });
  await make(operator, 'Three');
  expect(await originOf((await newest()).no)).toBeNull();
});

test('exports include origins', async () => {
  await make(byConsole(licet.admin), 'Exported');
  const { no } = await newest();
  expect(JSON.parse(await exported('ndjson'))).toMatchObject({ no, origin: { address } });
  const [head, line] = (await exported('csv')).split('\r\n');
  expect(head).toMatch(/,client_id,client,address$/);
  expect(line).toMatch(new RegExp(`,${consoleClientId},Licet console,${address.replaceAll('.', '\\.')}$`));
});

test('a user’s own data include the origins of their own actions only', async () => {
  const user = await licet.user('groups.manage');
  await licet.call('users.update', licet.freshAdmin, { params: { user: user.userId }, body: { name: 'Una' } });
  await licet.call('me.update', user, { body: { name: 'Una U.' } });
  await make(user, 'Theirs');
  let text = '';
  for await (const piece of await licet.call('me.download', user)) text += piece;
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const origins = lines.flatMap(({ kind, event, act }) => {
    const it = event ?? act;
    return kind === 'event' || kind === 'act' ? [[it.actor.id === user.userId, it.origin?.address ?? null]] : [];
  });
  expect(origins.filter(([own]) => own)).toEqual([
    [true, address],
    [true, address],
  ]);
  expect(origins.filter(([own]) => !own).every(([, from]) => from === null)).toBe(true);
});

test('an erasure, even of oneself, removes the origins of the user’s changes; the chain still verifies', async () => {
  const user = await licet.user('groups.manage');
  await make(user, 'Passing');
  const { no } = await newest();
  expect(await originOf(no)).toMatchObject({ address });
  await licet.call('users.erase', operator, { params: { user: user.userId } });
  expect(await originOf(no)).toBeNull();
  expect((await findingsOfChain()).broken).toBeNull();
  const other = await testLicet();
  await other.build(async () => undefined);
  const second = await other.user();
  const { rows } = await other.database.pool.query(
    `select r.id from roles r join applications a on a.id = r.app_id and a.built_in where r.name = 'admin'`,
  );
  await other.call('grants.create', other.freshAdmin, {
    params: { application: 'licet' },
    body: { principal: { kind: 'user', id: second.userId }, gives: { kind: 'role', id: rows[0].id } },
  });
  await other.call('users.erase', other.freshAdmin, { params: { user: other.admin.userId } });
  const { rows: left } = await other.database.pool.query(
    `select c.action from event_origins o join change c on c.no = o.no where c.actor_id = $1`,
    [other.admin.userId],
  );
  expect(left).toEqual([]);
  await other.close();
});

test('origins are kept as long as the sign-in log, and the chain verifies without them', async () => {
  const day = 86_400_000;
  licet.setClock((limits.signInsKept.value - 1) * day);
  await sweep(licet.database);
  expect(await stored()).toBeGreaterThan(0);
  licet.setClock((limits.signInsKept.value + 1) * day);
  await sweep(licet.database);
  expect(await stored()).toBe(0);
  expect((await findingsOfChain()).broken).toBeNull();
  licet.setClock(0);
});
