import { ownAuditKeys } from '../../audit/audit-keys.ts';
import { queue } from '../../queue.ts';
import { refuse } from '../../refusal.ts';
import { originsOf } from '../../store/audit/event-origins.ts';
import { findEvent, listEvents } from '../../store/audit/events.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { read as readSnapshot } from '../../store/kernel/snapshot.ts';
import { changeSetsOf } from '../../store/plan/applied.ts';
import { reviewsOf } from '../../store/reviews/causes.ts';
import { listSignIns } from '../../store/sign-in/sign-ins.ts';
import { signInsOver } from '../../store/usage/series.ts';
import type { Context } from '../context.ts';
import { requireSeries } from '../series.ts';
import { answering, reading } from '../use-case.ts';
import { checkpointNow } from './checkpoint-now.ts';
import { requirePeriod } from './period.ts';
import { readOutside, verified } from './verified.ts';

export const list = reading('audit.list', ({ snapshot, query }) =>
  listEvents(snapshot, { ...query, ...requirePeriod(query) }),
);

export const get = reading('audit.get', async ({ snapshot, params: { no } }) => {
  const event = (await findEvent(snapshot, no)) ?? refuse('not_found', 'event_unknown', { event: no });
  const [sets, reviews] = [await changeSetsOf(snapshot, [no]), await reviewsOf(snapshot, [no])];
  const origin = (await originsOf(snapshot.connection, [no])).get(no) ?? null;
  return { ...event, origin, changeSet: sets.get(no) ?? null, review: reviews.get(no) ?? null };
});

export const verify = answering('audit.verify', (asked) => verifiedInTurn(asked, []));

export const verifyAgainst = answering('audit.verifyAgainst', (asked) => verifiedInTurn(asked, asked.body.checkpoints));

/**
 * The signed head of the chain; the newest checkpoint if it covers that already. No access changes, so nothing is
 * written to the chain.
 */
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
  return { by: period.by, points: await signInsOver(snapshot, period) };
});

/** Reads the whole chain from one snapshot. Each verification holds a database connection, so few run at a time. */
const verifiedInTurn = (asked: Context, given: readonly string[]) =>
  inTurn(async () => {
    const outside = [...(await readOutside(asked)), ...given];
    return readSnapshot(asked.database, (snapshot) => verified(asked, outside, snapshot));
  });
const inTurn = queue(2);
