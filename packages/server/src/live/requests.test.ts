import { licetApplication } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { about, type Desk, deskIn } from '../usecases/requests/testing.ts';
import { callerOf, type TestLicet, testLicet } from '../usecases/testing.ts';
import { Reader } from './live.testing.ts';

let licet: TestLicet;
let desk: Desk;
beforeAll(async () => {
  licet = await testLicet();
  desk = await deskIn(licet);
});
afterAll(() => licet.close());

test('only the requester’s tabs, in the application and in Licet, are notified of a decision', async () => {
  const open = async (userId: string, application: string) =>
    new Reader(await licet.call('live.changes', callerOf(userId, application)));
  const { userId } = desk.member;
  const other = await deskIn(licet);
  const mine = [await open(userId, desk.key), await open(userId, licetApplication)];
  const others = [await open(userId, other.key), await open(desk.owner.userId, desk.key)];
  const denied = await desk.ask();
  await licet.call('requests.deny', desk.owner, about(denied, { reason: 'Not today' }));
  const approved = await desk.ask();
  await licet.call('requests.approve', desk.owner, about(approved, {}));
  const withdrawn = await desk.ask({ role: 'clerk' });
  await licet.call('requests.withdraw', desk.member, about(withdrawn));
  for (const reader of mine) {
    expect((await reader.next('request')).data).toEqual({ id: denied.id });
    expect((await reader.next('request')).data).toEqual({ id: approved.id });
  }
  for (const reader of others) expect(await reader.quiet('request')).toEqual([]);
  for (const reader of mine) expect(await reader.quiet('request', 0)).toHaveLength(2);
  expect(mine[0]?.heard.map(({ event }) => event)).toContain('version');
  for (const reader of [...mine, ...others]) await reader.leave();
});

test('a tab that resumes is notified if an earlier approval was withdrawn while it was disconnected', async () => {
  const desk = await deskIn(licet);
  const { id } = await desk.ask();
  const { version } = await licet.call('requests.approve', desk.owner, about({ id }, {}));
  const { rows } = await licet.database.pool.query('select max(no)::int8 as no from change');
  await licet.call('requests.undo', desk.owner, { ...about({ id }), ifMatch: version });
  const caller = callerOf(desk.member.userId, desk.key);
  const reader = new Reader(await licet.call('live.changes', caller, { lastEventId: rows[0].no }));
  await reader.next('ready');
  await reader.leave();
  expect(reader.heard.filter(({ event }) => event === 'request')).toMatchObject([{ data: { id } }]);
});

test('a tab that resumes after thousands of changes gets its missed decisions; a tab of Licet also gets one `change` event', async () => {
  const { userId } = desk.member;
  const { rows } = await licet.database.pool.query('select max(no)::int8 as no from change');
  const known: number = rows[0].no;
  const denied = await desk.ask({ role: 'clerk' });
  await licet.call('requests.deny', desk.owner, about(denied, { reason: 'Not today' }));
  await licet.database.pool.query(
    `insert into change select (jsonb_populate_record(c, jsonb_build_object('no', c.no + n, 'at', c.at + n * interval '1 microsecond',
       'action', 'user.created', 'application', null, 'target_kind', 'user', 'target_id', gen_random_uuid(), 'hash', '\\x' || lpad(to_hex(n), 8, '0')))).*
     from change c, generate_series(1, 2000) n where c.no = (select max(no) from change)`,
  );
  const no = known + 2002;
  const resume = async (user: string, application: string) => {
    const reader = new Reader(await licet.call('live.changes', callerOf(user, application), { lastEventId: known }));
    await reader.next('ready');
    await reader.leave();
    return reader.heard.filter(({ event }) => event !== 'version');
  };
  const decision = { id: known + 2, event: 'request', data: { id: denied.id } };
  const change = { id: no, event: 'change', data: { no } };
  const ready = { id: no, event: 'ready', data: { no } };
  expect(await resume(userId, desk.key)).toEqual([decision, ready]);
  expect(await resume(userId, licetApplication)).toEqual([decision, change, ready]);
  expect(await resume(desk.owner.userId, desk.key)).toEqual([ready]);
});
