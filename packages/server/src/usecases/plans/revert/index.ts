import type { LongRevertLine } from '@licet/contract';
import { refuse } from '../../../refusal.ts';
import { read, type Snapshot } from '../../../store/kernel/snapshot.ts';
import { askedEvents, type ChainedEvent, eventsByNumber, wholeOf } from '../../../store/reverts/events.ts';
import { begun } from '../../access/stream.ts';
import type { CallerAccess } from '../../authorise.ts';
import { requireInstant } from '../../grants/change.ts';
import { givenInTime } from '../../patience.ts';
import { takePlace } from '../../place.ts';
import { type Asked as AskedOf, answering, readingTogether } from '../../use-case.ts';
import { mayKeep } from '../names.ts';
import { type Most, oppositeOf, streamMost, usualMost } from './opposite.ts';

/**
 * Computes the changes that undo given changes, from the facts before them. It writes nothing and gives no rights: the
 * caller plans and applies the result like any other changes.
 */
export const revert = readingTogether('plans.revert', ({ snapshot, access, body }) =>
  turnedBack(snapshot, access, body, usualMost),
);

/** Like {@link revert} for a change set of any size. The data stays in memory until it is sent. */
export const revertLong = answering('plans.revertLong', async ({ database, caller, access, body }) => {
  if (!access.can('audit.read') && !mayKeep(access))
    refuse('forbidden', 'revert_not_allowed', {}, { permission: 'audit.read' });
  await read(database, (snapshot) => requireMaySeeWhole(snapshot, access, body));
  const leave = takePlace({ database, caller });
  try {
    const reverted = await read(database, (snapshot) => turnedBack(snapshot, access, body, streamMost));
    return begun<string>((give) => {
      const say = givenInTime(give);
      return tellLines(reverted, (line) => say(`${JSON.stringify(line)}\n`)).finally(leave);
    });
  } catch (error) {
    leave();
    throw error;
  }
});

async function tellLines(
  { changes, about, cannot, reverts }: Awaited<ReturnType<typeof turnedBack>>,
  give: (line: LongRevertLine) => Promise<void>,
): Promise<void> {
  await give({ revert: { changes: changes.length, cannot: cannot.length, reverts } });
  for (const [place, change] of changes.entries()) {
    const subject = about[place];
    if (!subject) throw new Error('A change of a revert is about nothing.');
    await give({ change, about: subject });
  }
  for (const each of cannot) await give({ cannot: each });
}

async function turnedBack(snapshot: Snapshot, access: CallerAccess, question: Question, most: Most) {
  requireMayAsk(access, question);
  const { events, whole } = await eventsOf(snapshot, question, access, most);
  requireMaySee(access, events);
  const numbers = events.map(({ no }) => no);
  return { ...(await oppositeOf(snapshot, access, events, most)), reverts: whole === undefined ? numbers : [whole] };
}

type Question = AskedOf<'plans.revert'>['body'];

interface Asked {
  readonly events: readonly ChainedEvent[];
  /** The number of the change set, if a whole one is reverted. */
  readonly whole: number | undefined;
}

/** @throws Refusal `not_found`, `ends_before_start`, `forbidden` */
async function eventsOf(snapshot: Snapshot, question: Question, access: CallerAccess, limit: Most): Promise<Asked> {
  const most = limit.changes;
  if ('by' in question) {
    const from = requireInstant(question.from, '/from');
    const to = question.to === undefined ? snapshot.at : requireInstant(question.to, '/to');
    if (from >= to) refuse('ends_before_start', 'period_backwards', { from, to });
    const found = await askedEvents(snapshot, { by: question.by, from, to }, most + 1);
    if (found.length > most) refuse('too_large', 'revert_of_long_period', { most });
    return { events: found, whole: undefined };
  }
  const found = await askedEvents(snapshot, question, most + 1);
  if (found.length > most) refuse('too_large', 'revert_of_large_set', { most });
  if (found.length > 0) return { events: found, whole: await wholeOf(snapshot, question) };
  if (!access.can('audit.read')) return notTheirs();
  if ('event' in question) return refuse('not_found', 'event_unknown', { event: question.event });
  return refuse('not_found', 'reverted_set_unknown', { set: String(question.plan) });
}

/** The answer must not reveal whether or when others changed anything. @throws Refusal `forbidden` */
function requireMayAsk(access: CallerAccess, question: Question): void {
  if ('by' in question && question.by !== access.userId && !access.can('audit.read')) notTheirs();
}

/**
 * Checks the right to a change set. Its last event is enough, because one caller made all its changes.
 * @throws Refusal `forbidden`
 */
async function requireMaySeeWhole(snapshot: Snapshot, access: CallerAccess, question: Question): Promise<void> {
  requireMayAsk(access, question);
  if ('by' in question || access.can('audit.read')) return;
  const last = await wholeOf(snapshot, question);
  const events = last === undefined ? [] : (await eventsByNumber(snapshot, [last])).values().toArray();
  if (events.length === 0) notTheirs();
  requireMaySee(access, events);
}

/**
 * Readers of the audit log see every change; others their own.
 * @throws Refusal `forbidden`
 */
export function requireMaySee(access: CallerAccess, events: Iterable<Pick<ChainedEvent, 'actor'>>): void {
  if (access.can('audit.read')) return;
  const own = access.userId !== null && [...events].every(({ actor }) => actor.id === access.userId);
  if (!own) notTheirs();
}

/** The same answer for a change of another user and for an unknown one. */
const notTheirs = (): never => refuse('forbidden', 'changes_of_others', {}, { permission: 'audit.read' });
