import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../testing.ts';

let running = 0;
let most = 0;
/** The first read of each verification that has its turn. */
async function outsideCheckpoints(): Promise<readonly string[]> {
  running += 1;
  most = Math.max(most, running);
  await expect.poll(() => most).toBe(2);
  await wait(50); // a third one could start
  running -= 1;
  return [];
}

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet({ outsideCheckpoints });
});
afterAll(() => licet.close());

test('attack 43: few verifications run at a time, with or without their own checkpoints', async () => {
  const body = { checkpoints: ['none'] };
  const reports = await Promise.all(
    Array.from({ length: 8 }, (_, number) =>
      number % 2 === 0
        ? licet.call('audit.verify', licet.admin)
        : licet.call('audit.verifyAgainst', licet.admin, { body }),
    ),
  );
  expect(reports.map(({ checkpoints }) => checkpoints.outside)).toEqual([0, 1, 0, 1, 0, 1, 0, 1]);
  expect(most).toBe(2);
});
