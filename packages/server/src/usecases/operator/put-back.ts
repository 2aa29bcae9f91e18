import { type Checkpoint, checkpointsOf } from '@licet/contract/audit-chain';
import { ownAuditKeys, verifySignature } from '../../audit/audit-keys.ts';
import { breathing } from '../../breathing.ts';
import { refuse } from '../../refusal.ts';
import { hashesOf } from '../../store/audit/checkpoints.ts';
import { epochsOf, recordPutBack } from '../../store/audit/restores.ts';
import { verifyChain } from '../../store/audit/verify.ts';
import { read } from '../../store/kernel/snapshot.ts';
import { checkpointNow, readOutside } from '../audit/read.ts';
import type { Context } from '../context.ts';
import { answering } from '../use-case.ts';

/**
 * Records that the database was put back in place of another one. Otherwise the checkpoints that the other one signed
 * would show for ever that the chain was cut off or rewritten. Changes nothing if every checkpoint is explained.
 */
export const putBack = answering('operator.putBack', async (asked) => {
  const { database, access, body } = asked;
  // Read before the chain: a checkpoint that is signed in between could not match.
  const outside = [...(await readOutside(asked)), ...(body.checkpoints ?? [])];
  const { compared, strays } = await strayCheckpoints(asked, outside);
  if (strays.length === 0 || !access.actor) return { compared: compared.length, replaced: null };
  const numbers = strays.map(({ no }) => no).sort((one, other) => one - other);
  const times = strays.map(({ at }) => at).sort();
  const [from = 0, to = 0] = [numbers[0], numbers.at(-1)];
  const [since = '', until = ''] = [times[0], times.at(-1)];
  const highest = compared.reduce((most, { epoch }) => Math.max(most, epoch), 0);
  const { no: event, epoch } = await recordPutBack(database, access.actor, { from, epoch: highest });
  // The checkpoint of this change also covers those that the change explains.
  await checkpointNow(asked);
  return { compared: compared.length, replaced: { checkpoints: strays.length, from, to, since, until, event, epoch } };
});

/**
 * Returns the external checkpoints that this server signed, and those of them that neither match the chain nor belong
 * to changes that a recorded restore removed.
 * @throws Refusal `wrong_state` if the chain is broken without them, because no other database explains that
 */
function strayCheckpoints(
  { database, secrets }: Pick<Context, 'database' | 'secrets'>,
  outside: readonly string[],
): Promise<{ readonly compared: readonly Checkpoint[]; readonly strays: readonly Checkpoint[] }> {
  return read(database, async ({ connection, no }) => {
    const parts = { keys: await ownAuditKeys(connection, secrets), verify: verifySignature };
    const compared: Checkpoint[] = [];
    const breathe = breathing();
    for (const checkpoint of checkpointsOf(outside, parts)) {
      if (checkpoint) compared.push(checkpoint);
      await breathe();
    }
    const { broken } = await verifyChain({ connection }, { checkpoints: { ...parts, outside: [] } });
    if (broken) return refuse('wrong_state', 'chain_broken_itself', { change: broken.no });
    const epochs = await epochsOf(connection, no);
    const numbers = compared.map((each) => each.no);
    const hashes = await hashesOf(connection, numbers);
    const strays = compared.filter((each) => hashes.get(each.no) !== each.hash && !epochs.explains(each));
    return { compared, strays };
  });
}
