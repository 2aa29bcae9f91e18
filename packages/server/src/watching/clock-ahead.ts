import { machineNow } from '../machine-clock.ts';
import { clockAt } from '../store/kernel/clock.ts';
import type { Queryable } from '../store/kernel/pool.ts';

/** Seconds that this machine's clock is ahead of the database's: between two readings of it, as nearly as one question can tell. */
export async function clockAhead(connection: Queryable): Promise<number> {
  const before = machineNow();
  const there = Date.parse(await clockAt(connection)) / 1000;
  return (before + machineNow()) / 2 - there;
}
