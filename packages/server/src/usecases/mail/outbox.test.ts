import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addressOf, type TestMailing, testMailing } from '../../mail/mailing.testing.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import { operator } from '../testing.ts';

let mailing: TestMailing;
let user: Awaited<ReturnType<TestMailing['licet']['user']>>;
let address: string;

/** A mail that waits for a mail server after a process has tried to send it. */
beforeEach(async () => {
  mailing = await testMailing('none');
  user = await mailing.licet.user();
  address = await addressOf(mailing.licet, user);
  const to = [user.userId];
  await mailing.licet.build((change) =>
    queueMail(change, { to, template: 'password_changed', data: { at: '2026-11-22T06:00:00Z' } }),
  );
  mailing.sender();
  await expect.poll(states).toEqual([['held', null]]);
});
afterEach(() => mailing.close());

const states = async () => (await mailing.outbox()).map(({ state, dropped }) => [state, dropped]);
const first = async () => ({ params: { mail: (await mailing.outbox())[0]?.id ?? '' } });
const setServer = () => {
  const { host, port, security } = mailing.smtp.server;
  const server = { host, port, security, username: null, password: null };
  const body = { ...server, fromAddress: 'licet@harbour.example', fromName: 'Harbour Clinic', language: 'en' };
  return mailing.licet.call('mail.configure', operator, { body });
};
const actions = async () =>
  (await mailing.licet.call('audit.list', mailing.licet.admin)).items.map(({ action, target }) => [
    action,
    target.kind,
  ]);

describe('a held mail', () => {
  test('is replaced by a new mail when a user sends it again, and only the new one is delivered', async () => {
    const { licet, smtp } = mailing;
    const held = await first();
    expect(await licet.outcome('mail.sendAgain', licet.admin, held)).toBe('ok');
    await expect.poll(states).toEqual([
      ['dropped', 'sent_again'],
      ['held', null],
    ]);
    expect((await actions())[0]).toEqual(['mail.sent_again', 'mail']);
    expect(await licet.outcome('mail.sendAgain', licet.admin, held)).toBe('wrong_state');
    await setServer();
    await expect.poll(states).toEqual([
      ['dropped', 'sent_again'],
      ['sent', null],
    ]);
    expect(smtp.recipients).toEqual([address]);
    for (const { id } of await mailing.outbox())
      expect(await licet.outcome('mail.sendAgain', licet.admin, { params: { mail: id } })).toBe('wrong_state');
  });

  test('can be dropped, and is then never sent', async () => {
    const { licet, smtp } = mailing;
    const held = await first();
    expect(await licet.outcome('mail.drop', licet.admin, held)).toBe('ok');
    expect((await actions())[0]).toEqual(['mail.dropped', 'mail']);
    await setServer();
    const after = [user.userId];
    await licet.build((change) =>
      queueMail(change, { to: after, template: 'address_changed', data: { at: '2026-11-22T06:00:00Z' } }),
    );
    await expect.poll(states).toEqual([
      ['dropped', 'by_hand'],
      ['sent', null],
    ]);
    expect(smtp.mails.map(({ subject }) => subject)).toEqual(['Your e-mail address was changed']);
    expect(await licet.outcome('mail.drop', licet.admin, held)).toBe('wrong_state');
    expect(await licet.outcome('mail.sendAgain', licet.admin, held)).toBe('wrong_state');
  });

  test('cannot be sent again after it expired', async () => {
    const { licet } = mailing;
    licet.setClock(8 * 86_400_000);
    expect(await licet.outcome('mail.sendAgain', licet.admin, await first())).toBe('wrong_state');
    expect(await states()).toEqual([['held', null]]);
  });
});

test('a waiting mail can be dropped before it is sent; a sent one cannot', async () => {
  const { licet, smtp } = mailing;
  await setServer();
  await expect.poll(states).toEqual([['sent', null]]);
  expect(await licet.outcome('mail.drop', licet.admin, await first())).toBe('wrong_state');
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const [id = ''] = await licet.build((change) =>
    queueMail(change, {
      to: [user.userId],
      template: 'password_changed',
      data: { at: later },
      due: later,
    }),
  );
  expect(await licet.outcome('mail.drop', licet.admin, { params: { mail: id } })).toBe('ok');
  licet.setClock(7_200_000);
  mailing.sender();
  await expect.poll(async () => (await licet.database.pool.query('select from jobs')).rowCount).toBe(0);
  expect(smtp.mails).toHaveLength(1);
});
