import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../testing.ts';
import { streamOf } from './stream.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

test('attack 43: whoever reads no further keeps nobody waiting: a few exports at a time hold connections of the database', async () => {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const pairs = Array.from({ length: 5000 }, (_, no) => `ada\tpermission.with.a.long.name.of.its.own.${no}\n`);
  const query = { kind: 'permissions' };
  for await (const _ of await licet.call('access.import', licet.admin, { params, query, body: pairs.join('') }));
  const begun = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const reading = (await licet.call('access.export', owner, { params }))[Symbol.asyncIterator]();
      return { reading, first: reading.next() };
    }),
  );
  await Promise.race(begun.map(({ first }) => first));
  expect((await licet.call('me.get', owner)).user.id).toBe(owner.userId);
  await Promise.all(
    begun.map(async ({ reading, first }) => {
      expect((await first).done).toBe(false);
      await reading.return?.();
    }),
  );
});

test('nor is a reader waited for who takes no more for too long', async () => {
  let ended: unknown;
  const stream = streamOf<string>(async (give) => {
    try {
      for (;;) await give('a piece');
    } catch (error) {
      ended = error;
      throw error;
    }
  }, 20);
  expect((await stream.next()).value).toBe('a piece');
  await expect.poll(() => String(ended), { timeout: 5000 }).toContain('The reader took no more.');
});
