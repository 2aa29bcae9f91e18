import { limits } from '@licet/contract';
import { refuse } from '../../../refusal.ts';
import type { Snapshot } from '../../../store/kernel/snapshot.ts';
import { askedEvents, type ChainedEvent, wholeOf } from '../../../store/reverts/events.ts';
import type { CallerAccess } from '../../authorise.ts';
import { requireInstant } from '../../grants/times.ts';
import { readingTogether } from '../../use-case.ts';
import { oppositeOf, tooMuch } from './opposite.ts';

/**
 * The opposite of changes, worked out from the facts as they were before them. It writes nothing, and gives nobody a right: whoever asks plans and
 * applies it like any other changes.
 */
export const revert = readingTogether('plans.revert', async ({ snapshot, access, body }) => {
  requireMayAsk(access, body);
  const { events, whole } = await eventsOf(snapshot, body, access);
  requireMaySee(access, events);
  const numbers = events.map(({ no }) => no);
  return { ...(await oppositeOf(snapshot, access, events)), reverts: whole === undefined ? numbers : [whole] };
});

type Question = Parameters<typeof revert.perform>[0]['body'];

interface Asked {
  readonly events: readonly ChainedEvent[];
  /** The number by which all of it is called. */
  readonly whole: number | undefined;
}

/** @throws Refusal `not_found`, `ends_before_start`, `forbidden` */
async function eventsOf(snapshot: Snapshot, question: Question, access: CallerAccess): Promise<Asked> {
  const most = limits.planChangesMax.value;
  if ('by' in question) {
    const from = requireInstant(question.from, '/from');
    const to = question.to === undefined ? snapshot.at : requireInstant(question.to, '/to');
    if (from >= to)
      refuse('ends_before_start', 'The period ends before it starts: name the earlier instant in “from”.');
    const found = await askedEvents(snapshot, { by: question.by, from, to }, most + 1);
    if (found.length > most) tooMuch(`They made more than ${most.toLocaleString('en')} changes in that time`);
    return { events: found, whole: undefined };
  }
  const found = await askedEvents(snapshot, question, most + 1);
  if (found.length > 0) return { events: found, whole: await wholeOf(snapshot, question) };
  if (!access.can('audit.read')) return notTheirs();
  if ('event' in question) return refuse('not_found', `There is no change number ${question.event}.`);
  return refuse(
    'not_found',
    `No change set ends with ${question.plan}: it is named by its last event, whose action is plan.applied. A change that was made by itself is turned back by its own number, as “event”.`,
  );
}

/** Whether, and when, others changed anything is nothing that the answer tells. @throws Refusal `forbidden` */
function requireMayAsk(access: CallerAccess, question: Question): void {
  if ('by' in question && question.by !== access.userId && !access.can('audit.read')) notTheirs();
}

/** Who may read the audit log sees every change; others what they did themselves. @throws Refusal `forbidden` */
export function requireMaySee(access: CallerAccess, events: Iterable<Pick<ChainedEvent, 'actor'>>): void {
  if (access.can('audit.read')) return;
  const own = access.userId !== null && [...events].every(({ actor }) => actor.id === access.userId);
  if (!own) notTheirs();
}

/** The same for changes of others and for those that there are not. */
const notTheirs = (): never =>
  refuse('forbidden', 'You did not make these changes yourself: this needs the permission audit.read of Licet.', {
    permission: 'audit.read',
  });
