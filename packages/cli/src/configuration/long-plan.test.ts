import type { Client } from '@licet/contract/client';
import { expect, test } from 'vitest';
import { revertOf } from './long-plan.ts';

const client = (lines: readonly object[]) =>
  ({
    plans: { revertLong: async () => new Response(lines.map((line) => `${JSON.stringify(line)}\n`).join('')) },
  }) as unknown as Client;
const line = { change: { call: 'grants.revoke' }, about: {} };

test('a revert that lacks changes is refused, because a proxy can end a response early', async () => {
  const start = { revert: { changes: 2, reverts: [7] } };
  await expect(revertOf(client([start, line]), { plan: 7 })).rejects.toThrow('broke before it reported the result');
  await expect(revertOf(client([]), { plan: 7 })).rejects.toThrow('broke before it reported the result');
  expect(await revertOf(client([start, line, line]), { plan: 7 })).toMatchObject({ reverts: [7] });
});
