import type { PlannedChange } from '@licet/contract';
import { expect, test } from 'vitest';
import { inOrder, inRuns } from './in-runs.ts';
import { madeId } from './together/together.testing.ts';

const user = (n: number): PlannedChange => ({ call: 'users.create', body: { username: `u${n}`, name: 'U' } });
const join = (n: number): PlannedChange => ({
  call: 'groups.addMember',
  params: { group: madeId(1), member: madeId(n) },
});
const leave = (n: number): PlannedChange => ({ ...join(n), call: 'groups.removeMember' }) as PlannedChange;
const end = (n: number): PlannedChange => ({ call: 'users.remove', params: { user: madeId(n) } });
const rename = (n: number): PlannedChange => ({
  call: 'users.update',
  params: { user: madeId(n) },
  body: { name: 'V' },
});
const pairs = (one: typeof user, other: typeof user) => Array.from({ length: 3 }, (_, n) => [one(n), other(n)]).flat();

/** The runs that are made, as places; `refused` is the place of a change that is refused. */
async function runsOf(changes: readonly PlannedChange[], most?: number, refused = -1): Promise<string[]> {
  const runs: string[] = [];
  await inRuns(changes, {
    several: async (from, to) => {
      if (from <= refused && refused < to) return false;
      runs.push(`${from}-${to - 1}`);
      return true;
    },
    one: async (place) => runs.push(`${place}`) > 0,
    ...(most !== undefined && { most }),
  });
  return runs;
}

test('changes that add make one run and changes that remove another, whatever the order of their calls', async () => {
  expect(await runsOf([...pairs(user, join), ...pairs(leave, end)])).toEqual(['0-5', '6-11']);
  expect(await runsOf([user(0), join(0), rename(0), rename(1), end(0), user(1)])).toEqual(['0-1', '2', '3', '4', '5']);
});

test('finds a refused change by halving a run', async () => {
  expect(await runsOf(pairs(user, join), undefined, 4)).toEqual(['0-2', '3', '4', '5']);
});

test('refuses changes that take more steps than are made for one plan', async () => {
  await expect(runsOf([0, 1, 2].map(rename), 3)).resolves.toHaveLength(3);
  await expect(runsOf([0, 1, 2, 3].map(rename), 3)).rejects.toMatchObject({ problem: { code: 'too_large' } });
  // Each application of a run needs statements of its own.
  const grant = (application: string): PlannedChange => ({
    call: 'grants.revoke',
    params: { application, grant: madeId(1) },
  });
  await expect(runsOf(['a', 'b', 'c', 'a', 'b', 'c'].map(grant), 3)).resolves.toEqual(['0-5']);
  await expect(runsOf(['a', 'b', 'c', 'd'].map(grant), 3)).rejects.toMatchObject({ problem: { code: 'too_large' } });
  // Failed attempts to make changes together count too.
  await expect(runsOf(pairs(user, join), 4, 4)).rejects.toMatchObject({ problem: { code: 'too_large' } });
});

test('refuses changes that take longer than others may wait', async () => {
  const making = { several: async () => true, one: async () => true };
  const slow = { problem: { code: 'too_large', detail: expect.stringMatching(/^These changes take minutes, /) } };
  await expect(inRuns([0, 1].map(rename), { ...making, time: 0 })).rejects.toMatchObject(slow);
  await expect(inRuns([0, 1].map(rename), making)).resolves.toBeUndefined();
  // Runs that are made together do not count.
  const runs = [...pairs(user, join), ...pairs(leave, end)];
  await expect(inRuns(runs, { ...making, time: 0 })).resolves.toBeUndefined();
  await expect(inRuns(runs, { ...making, several: async () => false, time: 0 })).rejects.toMatchObject(slow);
  // A short plan can change roles that very many users hold.
  await expect(inOrder(2, making.one, 0)).rejects.toMatchObject(slow);
  await expect(inOrder(2, making.one)).resolves.toBeUndefined();
});
