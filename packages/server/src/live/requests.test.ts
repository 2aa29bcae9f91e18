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
