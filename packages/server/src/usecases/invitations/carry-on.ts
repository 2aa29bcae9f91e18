import { licetApplication } from '@licet/contract';
import type { JobHandler } from '../../jobs/jobs.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import { Refusal } from '../../refusal.ts';
import { copyingNames } from '../../store/erasure/referring.ts';
import {
  findRound,
  nextOfRound,
  noteTurns,
  type RoundToCarryOn,
  roundJob,
  type Turn,
} from '../../store/invitations/rounds.ts';
import { queueJobs } from '../../store/jobs/jobs.ts';
import { readClock } from '../../store/kernel/clock.ts';
import { type Connection, type Database, transaction } from '../../store/kernel/database.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { readNow } from '../../store/kernel/read-now.ts';
import { newest, type Snapshot } from '../../store/kernel/snapshot.ts';
import { findUsers } from '../../store/users/users.ts';
import { authorise } from '../authorise.ts';
import { whomMayBecome } from '../may-give.ts';
import { policyTurnsOf } from '../policy/mail.ts';

/**
 * Continues a round of invitations in batches. Each batch queues its mails and records its progress in one transaction,
 * so another process can continue after a crash.
 */
export function invitationRoundHandler(database: Database): JobHandler {
  return {
    run: async ({ data }, signal) => {
      const id = roundIn(data);
      const until = performance.now() + patience;
      while (await takeTurns(database, id))
        if (signal.aborted || performance.now() > until) return queueAnother(database, id);
    },
  };
}

/** Users per transaction. A policy round takes more, because each batch reads all roles and groups. */
const atOnce = 200;
const policyAtOnce = 2000;
/** Milliseconds after which a job ends and queues the next one. This is well before the lease of the job expires. */
const patience = 30_000;

/** Handles the next users of a round; returns false if none is left. */
async function takeTurns(database: Database, id: string): Promise<boolean> {
  const pool = poolOf(database);
  const round = await findRound(pool, id);
  if (!round || round.stopped) return false;
  const most = round.policy === null ? atOnce : policyAtOnce;
  const next = await nextOfRound(pool, id, most);
  if (next.length === 0) return false;
  const beyond =
    round.policy === null
      ? await readNow(database, (snapshot) => whoIsBeyond(snapshot, round, next))
      : new Set<string>();
  const now = await readClock(database);
  await copyingNames(database, async (connection) => {
    // Another process may have continued the round, or a user may have stopped it.
    const held = await findRound(connection, id, true);
    if (!held || held.stopped) return;
    const still = new Set(await nextOfRound(connection, id, most));
    const people = next.filter((user) => still.has(user));
    const queue = { database, connection, clock: now };
    const turns =
      round.policy === null ? turnsOf(queue, round, people, beyond) : policyTurnsOf(queue, round.policy, people);
    await noteTurns(connection, id, await turns);
  });
  return true;
}

async function turnsOf(
  queue: { readonly database: Database; readonly connection: Connection; readonly clock: string },
  { madeBy, language }: RoundToCarryOn,
  people: readonly string[],
  beyond: ReadonlySet<string>,
): Promise<Turn[]> {
  const snapshot = await newest(queue.database, queue.connection);
  const found = new Map((await findUsers(snapshot, people)).map((user) => [user.id, user]));
  const to: string[] = [];
  const turns: Turn[] = [];
  for (const user of people) {
    const person = found.get(user);
    if (!person) turns.push({ user, why: 'gone' });
    else if (beyond.has(user)) turns.push({ user, why: 'may_not' });
    else if (person.status !== 'invited') turns.push({ user, why: 'not_invited' });
    else if (person.email === null) turns.push({ user, why: 'no_address' });
    else to.push(user);
  }
  const by = madeBy === null ? null : ((await findUsers(snapshot, [madeBy]))[0]?.name ?? null);
  const mails = await queueMail(queue, {
    to,
    template: 'invitation',
    data: { by },
    language: language ?? undefined,
    madeBy,
  });
  for (const [place, user] of to.entries()) turns.push({ user, mail: mails[place] ?? '' });
  return turns;
}

/** Returns the users whom the round's creator may no longer invite: all users if the creator has lost the right. */
async function whoIsBeyond(
  snapshot: Snapshot,
  { madeBy }: RoundToCarryOn,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (madeBy === null) return new Set();
  const token = { version: snapshot.no, expiresAt: Number.POSITIVE_INFINITY };
  const maker = { kind: 'user', userId: madeBy, sessionId: null, audience: licetApplication, token } as const;
  try {
    const access = await authorise(snapshot, maker, 'users.invite', undefined);
    if (access.isAdmin) return new Set();
    const allowed = await whomMayBecome(snapshot, access, await findUsers(snapshot, ids));
    return new Set(ids).difference(allowed);
  } catch (error) {
    if (error instanceof Refusal && error.problem.status < 500) return new Set(ids);
    throw error;
  }
}

/** Queues the next job ahead of mails that were queued meanwhile, so that the round does not wait for them. */
async function queueAnother(database: Database, id: string): Promise<void> {
  const clock = await readClock(database);
  await transaction(database, 'begin', async (connection) => {
    const round = await findRound(connection, id);
    if (round) await queueJobs({ connection, clock }, roundJob, [{ round: id }], round.startedAt);
  });
}

function roundIn(data: unknown): string {
  return typeof data === 'object' && data !== null && 'round' in data ? String(data.round) : '';
}
