import type { Calls } from '@licet/contract';
import { reportOf } from '@licet/contract/audit-chain';
import { ownAuditKeys, verifySignature } from '../../audit/audit-keys.ts';
import { verifyChain } from '../../store/audit/verify.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import type { Context } from '../context.ts';
import type { Reply } from '../use-case.ts';

/** What a verification of the chain finds, with the checkpoints of the database and of the folder outside. */
export async function verified(
  { secrets, outsideCheckpoints }: Pick<Context, 'secrets' | 'outsideCheckpoints'>,
  { connection }: Pick<Snapshot, 'connection'>,
  onProgress?: (done: number) => void,
): Promise<Reply<Calls['audit']['verify']>> {
  const outside = (await outsideCheckpoints?.()) ?? [];
  const checkpoints = { keys: await ownAuditKeys(connection, secrets), verify: verifySignature, outside };
  const found = await verifyChain({ connection }, { checkpoints, ...(onProgress && { onProgress }) });
  return reportOf(found, outside.length);
}
