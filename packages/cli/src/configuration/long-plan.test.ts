import type { Client, PlannedChange } from '@licet/contract/client';
import { expect, test } from 'vitest';
import { planOfFirst, revertOf } from './long-plan.ts';

const client = (lines: readonly object[]) =>
  ({
    plans: { revertLong: async () => new Response(lines.map((line) => `${JSON.stringify(line)}\n`).join('')) },
  }) as unknown as Client;
const line = { change: { call: 'grants.revoke' }, about: {} };

test('refuses a revert whose response ended early', async () => {
  const start = { revert: { changes: 2, cannot: 1, reverts: [7] } };
  const cannot = { cannot: { says: 'The group Board is not deleted.' } };
  await expect(revertOf(client([start, line]), { plan: 7 })).rejects.toThrow('broke before it reported the result');
  await expect(revertOf(client([]), { plan: 7 })).rejects.toThrow('broke before it reported the result');
  await expect(revertOf(client([start, line, line]), { plan: 7 })).rejects.toThrow(
    'broke before it reported the result',
  );
  expect(await revertOf(client([start, line, line, cannot]), { plan: 7 })).toMatchObject({ reverts: [7] });
});

/** A server that refuses a streamed plan with more than this number of changes. */
const slow = (most: number) => {
  const plan = { version: 1, digest: '', at: '', notEvaluated: [] };
  const problem = { code: 'too_large', detail: 'Plan and apply them in parts.' };
  const makeLong = async ({ body }: { readonly body: string }) => {
    const tooMany = body.trim().split('\n').length > most;
    return new Response(`${JSON.stringify(tooMany ? { problem } : { plan })}\n`);
  };
  return { plans: { makeLong } } as unknown as Client;
};
const changes = Array.from(
  { length: 20_000 },
  (): PlannedChange => ({ call: 'groups.update', params: { group: '' }, body: { description: '' } }),
);

test('with --in-parts, plans fewer changes at a time until the server accepts the plan', async () => {
  expect(await planOfFirst(slow(20_000), changes, false)).toMatchObject({ count: 20_000 });
  await expect(planOfFirst(slow(10_000), changes, false)).rejects.toThrow('Add --in-parts');
  expect(await planOfFirst(slow(10_000), changes, true)).toMatchObject({ count: 5000 });
  expect(await planOfFirst(slow(3000), changes, true)).toMatchObject({ count: 2500 });
});

test('reverts at most 1,000 changes of a long period in one plan', async () => {
  const reverts = Array.from({ length: 1500 }, (_, n) => n + 1);
  const start = { revert: { changes: 1, cannot: 0, reverts } };
  expect((await revertOf(client([start, line]), { by: 'a', from: 'b' })).reverts).toEqual(reverts.slice(0, 1000));
});
