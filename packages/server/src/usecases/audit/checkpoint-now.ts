import { type Checkpoint, checkpointIn } from '@licet/contract/audit-chain';
import { type CheckpointParts, signCheckpointIn } from '../../audit/sign-checkpoint.ts';
import { newestCheckpoint } from '../../store/audit/checkpoints.ts';
import { transaction } from '../../store/kernel/database.ts';

/** The signed head of the chain; the newest checkpoint if it covers that already. */
export async function checkpointNow({
  database,
  secrets,
  issuer,
}: CheckpointParts): Promise<Checkpoint & { readonly signed: string }> {
  const signed = await transaction(database, 'begin isolation level read committed', async (connection) => {
    await signCheckpointIn(connection, { database, secrets, issuer });
    return newestCheckpoint(connection);
  });
  const said = signed === undefined ? undefined : checkpointIn(signed);
  if (signed === undefined || !said) throw new Error('The checkpoint was not written.');
  return { ...said, signed };
}
