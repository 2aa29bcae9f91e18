import { expect, test } from 'vitest';
import { inviteAndKill } from './invitation-round.ts';

test('after kill -9 a round of invitations goes on: everybody is written to, and nobody gets two of them', async () => {
  const count = 1500;
  const { atKill, people, mails, differentTwice, twice } = await inviteAndKill(count, 'queueing');
  expect(atKill.queued, 'it was killed in the middle').toBeLessThan(count);
  expect(people).toBe(count);
  // What was being handed over at that moment may come once more: as the same mail, under the same id.
  expect(differentTwice).toBe(0);
  expect([mails - people, twice <= 4]).toEqual([twice, true]);
}, 600_000);
