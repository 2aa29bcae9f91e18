import { expect } from 'vitest';
import type { Attacked } from './attacked.ts';

async function lastChange({ operator }: Attacked): Promise<number> {
  const { items } = await operator.audit.list({ query: { limit: 1 } });
  return items[0]?.no ?? 0;
}

export async function changesOf(attacked: Attacked, work: () => Promise<unknown>): Promise<readonly string[]> {
  const before = await lastChange(attacked);
  await work();
  const { items } = await attacked.operator.audit.list({ query: { limit: 100 } });
  return items
    .filter(({ no }) => no > before)
    .map(({ action }) => action)
    .reverse();
}

/** Expects that `work` records no event. Every write is part of a change, and every change records an event. */
export async function nothingChanges(attacked: Attacked, work: () => Promise<unknown>): Promise<void> {
  expect(await changesOf(attacked, work)).toEqual([]);
}

export async function outcomesOf({ operator }: Attacked, user: string): Promise<Readonly<Record<string, number>>> {
  const { items } = await operator.users.signIns({ params: { user }, query: { limit: 200 } });
  const counts: Record<string, number> = {};
  for (const { outcome, attempts } of items) counts[outcome] = (counts[outcome] ?? 0) + attempts;
  return counts;
}
