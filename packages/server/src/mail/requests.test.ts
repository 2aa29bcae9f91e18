import { limits } from '@licet/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { about, type Desk, deskIn } from '../usecases/requests/testing.ts';
import { addressOf, type TestMailing, testMailing } from './mailing.testing.ts';
import { remindersHandler } from './reminders.ts';

let mailing: TestMailing;
let desk: Desk;
let owner: string;
let member: string;

beforeEach(async () => {
  mailing = await testMailing();
  desk = await deskIn(mailing.licet);
  owner = await addressOf(mailing.licet, desk.owner);
  member = await addressOf(mailing.licet, desk.member);
});
afterEach(() => mailing.close());

const waiting = async () => (await mailing.outbox()).filter(({ template }) => template === 'requests_waiting');
const states = async () => (await waiting()).map(({ state }) => state);

test('notifies approvers of a request, and the requester of the decision', async () => {
  mailing.sender();
  const request = await desk.ask();
  const mail = await mailing.smtp.mailTo(owner);
  expect(mail.subject).toBe('A request waits for your decision');
  expect(mail.text).toMatch(/^- .+ requests “To refunds\.\u200Aapprove” in .+, for 1 hour\.$/m);
  expect(mail.text).toContain('/requests?view=waiting');
  expect(mail.text).not.toContain(request.reason); // a reason could pose as part of the mail, so it is left out
  await mailing.licet.call('requests.approve', desk.owner, about(request, { note: 'Until Ines is back' }));
  const told = await mailing.smtp.mailTo(member);
  expect(told.subject).toBe('You now have “To refunds.\u200Aapprove”');
  expect(told.text).toContain('Note: Until Ines is back');
  const other = await desk.ask({ role: 'clerk' });
  await mailing.licet.call('requests.deny', desk.owner, about(other, { reason: 'Not in November' }));
  const refused = await mailing.smtp.mailTo(member, 2);
  expect(refused.subject).toBe('Your request for “clerk” was denied');
  expect(refused.text).toContain('Note: Not in November');
});

test('sends one mail immediately, and one for all further requests of a burst', async () => {
  const jobs = mailing.sender();
  await desk.ask();
  await expect.poll(states).toEqual(['sent']);
  await jobs.close(0);
  const names = Array.from({ length: limits.requestsOpenMax.value - 1 }, (_, index) => `p${index}`);
  for (const name of names)
    await mailing.licet.call('permissions.create', desk.owner, { params: desk.params, body: { name } });
  await Promise.all(names.map((permission) => desk.ask({ permission })));
  expect(await states()).toEqual(['sent', 'waiting']);
  mailing.licet.setClock(limits.requestMailEvery.value * 1000);
  mailing.sender();
  const mail = await mailing.smtp.mailTo(owner, 2);
  expect(mail.subject).toBe(`${names.length} requests wait for your decision`);
  for (const name of names.slice(0, limits.requestsInMail.value)) expect(mail.text).toContain(`“${name}”`);
});

test('omits requests that were decided before sending, and drops an empty mail', async () => {
  const first = await desk.ask();
  const second = await desk.ask({ role: 'clerk' });
  expect(await waiting()).toHaveLength(1);
  await mailing.licet.call('requests.withdraw', desk.member, about(first));
  const jobs = mailing.sender();
  const mail = await mailing.smtp.mailTo(owner);
  expect(mail.text).toContain('“clerk”');
  expect(mail.text).not.toContain('refunds.\u200Aapprove');
  await jobs.close(0);
  mailing.licet.setClock(limits.requestMailEvery.value * 1000);
  await mailing.licet.call('requests.withdraw', desk.member, about(second));
  const third = await desk.ask();
  await mailing.licet.call('requests.withdraw', desk.member, about(third));
  mailing.sender();
  await expect.poll(states).toContain('dropped');
});

test('reminds approvers once a day while a request waits, and owners after three days', async () => {
  const approver = await mailing.licet.user();
  const body = {
    longestSeconds: null,
    reasonNeeded: false,
    requestable: true,
    secondApprover: false,
    breakGlass: null,
    approval: { steps: [{ approvers: { users: [approver.userId], groups: [] }, needed: 1 }] },
  };
  await mailing.licet.call('roles.setPolicy', desk.owner, { params: { ...desk.params, role: desk.roles.clerk }, body });
  await desk.ask({ role: 'clerk' });
  const { run } = remindersHandler(mailing.licet.database);
  const toldOn = async (day: number) => {
    mailing.licet.setClock(day * 86_400_000 + 1000);
    for (let look = 0; look < 2; look += 1) await run({} as never, new AbortController().signal);
    return (await waiting()).map(({ user }) => user.id);
  };
  const [one, two] = [approver.userId, desk.owner.userId];
  expect(await waiting()).toHaveLength(1);
  for (const day of [1, 2, 3]) expect(new Set(await toldOn(day))).toEqual(new Set([one]));
  expect(new Set(await toldOn(4))).toEqual(new Set([one, two]));
});
