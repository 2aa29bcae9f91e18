import { erasedName } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../testing.ts';

// A user with the name of erased people would look erased in the console, the audit log and mails.

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

const resembling = [erasedName, 'A  person who WAS erased', 'a p\u0435rson who was erased'];
const why = /could be mistaken for the name of an erased person/;

test.each(resembling)('no user can get the name “%s”', async (name) => {
  const one = await licet.user();
  const params = { user: one.userId };
  await expect(licet.call('me.update', one, { body: { name } })).rejects.toThrow(why);
  await expect(licet.call('users.update', licet.freshAdmin, { params, body: { name } })).rejects.toThrow(why);
  const body = { username: 'resembling', name };
  await expect(licet.call('users.create', licet.freshAdmin, { body })).rejects.toThrow(why);
  const changes = [
    { call: 'users.create', body },
    { call: 'users.update', params, body: { name } },
  ];
  for (const change of changes)
    await expect(licet.call('plans.make', licet.freshAdmin, { body: { changes: [change] } })).rejects.toThrow(why);
  const setup = { code: 'ABCD', username: 'first', name, password: 'cobalt otter paints nine doors' };
  await expect(licet.call('setup.complete', { kind: 'anonymous' }, { body: setup })).rejects.toThrow(why);
});
