import type { Calls } from '@licet/contract';
import { type Checkpoint, checkpointIn, reportOf } from '@licet/contract/audit-chain';
import { type CheckpointParts, ownAuditKeys, signCheckpointIn, verifySignature } from '../../audit/audit-keys.ts';
import { refuse } from '../../refusal.ts';
import { S3Error } from '../../s3/faults.ts';
import { newestCheckpoint } from '../../store/audit/checkpoints.ts';
import { findEvent, listEvents, originsOf } from '../../store/audit/events.ts';
import { verifyChain } from '../../store/audit/verify.ts';
import { transaction } from '../../store/kernel/database.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { read as readSnapshot, type Snapshot } from '../../store/kernel/snapshot.ts';
import { changeSetsOf } from '../../store/plan/applied.ts';
import { reviewsOf } from '../../store/reviews/rows.ts';
import { signInsOverTime } from '../../store/sign-in/over-time.ts';
import { listSignIns } from '../../store/sign-in/sign-ins.ts';
import type { Context } from '../context.ts';
import { requireInstant } from '../grants/change.ts';
import { turns } from '../in-turn.ts';
import { requireSeries } from '../series.ts';
import { answering, type Reply, reading } from '../use-case.ts';

interface Period {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Returns the period with both instants in UTC. @throws Refusal `invalid_request` */
export const requirePeriod = ({ from, to }: Period): Period => ({
  from: from && requireInstant(from, '?from'),
  to: to && requireInstant(to, '?to'),
});

/**
 * Signs the head of the chain and returns the checkpoint. If the newest checkpoint already covers the head, returns
 * that one.
 */
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

export const list = reading('audit.list', ({ snapshot, query }) =>
  listEvents(snapshot, { ...query, ...requirePeriod(query) }),
);

export const get = reading('audit.get', async ({ snapshot, params: { no } }) => {
  const event = (await findEvent(snapshot, no)) ?? refuse('not_found', 'event_unknown', { event: no });
  const [sets, reviews] = [await changeSetsOf(snapshot, [no]), await reviewsOf(snapshot, [no])];
  const origin = (await originsOf(snapshot.connection, [no])).get(no) ?? null;
  return { ...event, origin, changeSet: sets.get(no) ?? null, review: reviews.get(no) ?? null };
});

export const verify = answering('audit.verify', (asked) => inTurn('audit.verify', asked, () => verifiedNow(asked, [])));

export const verifyAgainst = answering('audit.verifyAgainst', (asked) =>
  inTurn('audit.verifyAgainst', asked, () => verifiedNow(asked, asked.body.checkpoints)),
);

/** Signs the head of the chain. No access changes, so the chain gets no event. */
export const checkpoint = answering('audit.checkpoint', async (asked) => {
  const { signed, no, hash, epoch, at } = await checkpointNow(asked);
  return { signed, no, hash, epoch, at };
});

export const keys = answering('audit.keys', async ({ database, secrets }) => {
  const found = await ownAuditKeys(poolOf(database), secrets);
  return { items: found.map(({ sealed: _, ...key }) => key) };
});

export const signIns = reading('audit.signIns', ({ snapshot, query }) =>
  listSignIns(snapshot, { ...query, ...requirePeriod(query) }),
);

export const signInSeries = reading('audit.signInSeries', async ({ snapshot, query }) => {
  const period = requireSeries(snapshot, query);
  return { by: period.by, points: await signInsOverTime(snapshot, period) };
});

/** Reads the whole chain from one snapshot. Each verification holds a database connection, so few run at a time. */
async function verifiedNow(asked: Context, given: readonly string[]) {
  const outside = [...(await readOutside(asked)), ...given];
  return readSnapshot(asked.database, (snapshot) => verified(asked, outside, snapshot));
}
const inTurn = turns();

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
 * Returns the checkpoints of the external folder; an empty list if no folder is configured.
 * @throws Refusal `unavailable` if they cannot be read, because without them a rewritten chain would look intact
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
