import type { Snapshot } from '../kernel/snapshot.ts';
import { lastingAdministratorsNow } from './plan.ts';
import { findPolicy } from './policy.ts';

/**
 * Those of some users who have to stay so that somebody gets in to administer Licet: all administrators among them, when no other one is left
 * who gets in by the sign-in rules.
 */
export async function administratorsLeft(snapshot: Snapshot, leaving: readonly string[]): Promise<ReadonlySet<string>> {
  if (leaving.length === 0) return new Set();
  const all = await lastingAdministratorsNow(snapshot, await findPolicy(snapshot.connection));
  const goes = new Set(leaving);
  const left = all.filter(({ id }) => !goes.has(id));
  // Where no administrator gets in by the rules as they are, a synchronisation makes that no worse.
  const one = all.some(({ getsIn }) => getsIn) ? left.some(({ getsIn }) => getsIn) : left.length > 0;
  return new Set(one ? [] : all.flatMap(({ id }) => (goes.has(id) ? [id] : [])));
}
