import type { Snapshot } from '../kernel/snapshot.ts';
import { lastingAdministratorsNow } from './plan.ts';
import { findPolicy } from './policy.ts';

/**
 * The users among `leaving` who must stay so that an administrator of Licet can sign in. These are all administrators among them, if no
 * other administrator can sign in under the rules.
 */
export async function administratorsLeft(snapshot: Snapshot, leaving: readonly string[]): Promise<ReadonlySet<string>> {
  if (leaving.length === 0) return new Set();
  const all = await lastingAdministratorsNow(snapshot, await findPolicy(snapshot.connection));
  const goes = new Set(leaving);
  const left = all.filter(({ id }) => !goes.has(id));
  // If no administrator can sign in under the current rules anyway, a synchronisation does not make it worse.
  const one = all.some(({ getsIn }) => getsIn) ? left.some(({ getsIn }) => getsIn) : left.length > 0;
  return new Set(one ? [] : all.flatMap(({ id }) => (goes.has(id) ? [id] : [])));
}
