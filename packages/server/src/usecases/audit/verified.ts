import type { Calls } from '@licet/contract';
import { reportOf } from '@licet/contract/audit-chain';
import { ownAuditKeys, verifySignature } from '../../audit/audit-keys.ts';
import { refuse } from '../../refusal.ts';
import { S3Error } from '../../s3/faults.ts';
import { verifyChain } from '../../store/audit/verify.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import type { Context } from '../context.ts';
import type { Reply } from '../use-case.ts';

/** The result of verifying the chain, with the checkpoints of the database and of the external folder. */
export async function verified(
  { secrets }: Pick<Context, 'secrets'>,
  outside: readonly string[],
  { connection }: Pick<Snapshot, 'connection'>,
  onProgress?: (done: number) => void,
): Promise<Reply<Calls['audit']['verify']>> {
  const checkpoints = { keys: await ownAuditKeys(connection, secrets), verify: verifySignature, outside };
  const found = await verifyChain({ connection }, { checkpoints, ...(onProgress && { onProgress }) });
  return reportOf(found, outside.length);
}

/**
 * The checkpoints of the external folder; none without one.
 * @throws Refusal `unavailable` if they cannot be read: without them a rewritten chain would count as whole
 */
export async function readOutside({
  outsideCheckpoints,
}: Pick<Context, 'outsideCheckpoints'>): Promise<readonly string[]> {
  try {
    return (await outsideCheckpoints?.()) ?? [];
  } catch (error) {
    if (error instanceof S3Error)
      return refuse('unavailable', 'checkpoint_bucket_unreadable', { code: error.code }, {}, error);
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'Error';
    return refuse('unavailable', 'checkpoint_folder_unreadable', { code }, {}, error);
  }
}
