import type { PlannedChange } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../../testing.ts';
import { ends, makeAll, organisation, planLong } from './together.testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
  await makeAll(licet, licet.freshAdmin, organisation(60));
});
afterAll(() => licet.close());

const calls = [
  'grants.revoke',
  'groups.removeMember',
  'roles.remove',
  'permissions.remove',
  'users.remove',
  'groups.remove',
] as const;

test.each(calls)('a large plan refuses a second identical %s, as applying it does', async (call) => {
  const all = (await ends(licet)).filter((change) => change.call === call);
  const [first] = all;
  if (!first) throw new Error(`The organisation has nothing for ${call}.`);
  const before: PlannedChange[] = Array.from({ length: 101 }, (_, n) => ({
    call: 'groups.create',
    body: { name: `Beside ${n}` },
  }));
  const { refused } = await planLong(licet, licet.freshAdmin, [...before, ...all, first]);
  expect(refused).toEqual([[before.length + all.length, expect.stringMatching(/^(not_found|wrong_state)$/)]]);
});
