import type { Problem } from '@licet/contract';
import { Refusal } from '../../refusal.ts';
import type { Connection } from './database.ts';
import { refusalOf } from './database-fault.ts';
import type { Draft } from './draft.ts';

/** Runs work and returns its refusal, after its writes are rolled back. Returns undefined if the work succeeded. */
export async function refusalIn({ connection }: Draft, work: () => Promise<unknown>): Promise<Problem | undefined> {
  await connection.query('savepoint step');
  try {
    await work();
    return undefined;
  } catch (error) {
    const refusal = error instanceof Refusal ? error : refusalOf(error);
    if (!refusal) throw error;
    await connection.query('rollback to savepoint step');
    return refusal.problem;
  } finally {
    await connection.query('release savepoint step').catch(() => undefined);
  }
}

/** Runs work within a transaction. Rolls back its writes unless `keep` returns true for the result. */
export async function keepIf<Result>(
  connection: Connection,
  work: () => Promise<Result>,
  keep: (result: Result) => boolean,
): Promise<Result> {
  await connection.query('savepoint kept');
  const result = await work();
  if (!keep(result)) await connection.query('rollback to savepoint kept');
  await connection.query('release savepoint kept');
  return result;
}
