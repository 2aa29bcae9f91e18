import { machineNow } from '../machine-clock.ts';
import { clockAt } from '../store/kernel/clock.ts';
import type { Queryable } from '../store/kernel/pool.ts';

/** The seconds by which this machine's clock is ahead of the database's. The error is at most the duration of one query. */
export async function clockAhead(connection: Queryable): Promise<number> {
  const before = machineNow();
  const there = Date.parse(await clockAt(connection)) / 1000;
  return (before + machineNow()) / 2 - there;
}
