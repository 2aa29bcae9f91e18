import type { Problem } from '@licet/contract';
import { Refusal } from '../../refusal.ts';
import { refusalOf } from '../../store/kernel/constraints.ts';
import type { Draft } from '../../store/kernel/draft.ts';

/** The reason of a refusal, which then has written nothing; undefined if it is done. */
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
