import { expect, test } from 'vitest';
import { inviteAndKill } from './invitation-round.ts';

test('after kill -9, a round of invitations continues, mails every user, and sends nobody two different mails', async () => {
  const count = 1500;
  const { atKill, people, mails, differentTwice, twice } = await inviteAndKill(count, 'queueing');
  expect(atKill.queued, 'it was killed in the middle').toBeLessThan(count);
  expect(people).toBe(count);
  // Only the mail that was being sent at the kill may arrive twice, under the same Message-ID.
  expect(differentTwice).toBe(0);
  expect([mails - people, twice <= 4]).toEqual([twice, true]);
}, 600_000);
