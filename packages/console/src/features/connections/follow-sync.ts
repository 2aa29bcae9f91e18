import type { SyncRun } from '@licet/contract';
import { ApiError } from '@licet/contract/client';
import { client } from '../../session/client.ts';
import { ownSentence } from '../../ui/reasons/german.ts';
import { syncWords as words } from './sync-words.ts';

const POLL_MS = 2000;

/**
 * Synchronises with a directory. If the answer is lost, because a proxy gave up or the network failed, follows the run
 * to its end.
 * @param last the last run, and how to read it again
 * @throws ApiError, or an error with the reason for which the run failed
 */
export async function synchronise(connection: string, last: LastRun, confirmation?: string): Promise<void> {
  const body = confirmation === undefined ? {} : { confirmation };
  try {
    await client.connections.sync({ params: { connection }, body });
  } catch (error) {
    if (!isAnswerLost(error)) throw error;
    const run = await endOfRun(last);
    if (!run || run.id === last.id) throw error;
    if (run.state === 'failed') throw new Error(ownSentence(run.problem ?? words.failed, run), { cause: error });
    if (run.state === 'waiting' && confirmation !== undefined) throw new Error(words.otherLeavers, { cause: error });
  }
}

interface LastRun {
  readonly id: string | undefined;
  readonly read: () => Promise<SyncRun | null | undefined>;
}

/** Whether it is unknown what the server has done: the network failed, or a proxy answered in place of the server. */
const isAnswerLost = (error: unknown): boolean =>
  error instanceof ApiError && lost.has((error.problem as { readonly reason?: unknown }).reason);

const lost: ReadonlySet<unknown> = new Set(['failure_unexplained', 'unavailable_unexplained', 'server_unreachable']);

/** The last run, once it has ended. */
async function endOfRun({ read }: LastRun): Promise<SyncRun | null | undefined> {
  for (;;) {
    const run = await read();
    if (run?.state !== 'running') return run;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
