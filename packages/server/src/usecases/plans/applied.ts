import { type Event, limits } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { findEvents } from '../../store/audit/events.ts';
import { findApplied, listApplied } from '../../store/plan/applied.ts';
import { coursesOfChanges } from '../../store/plan/effects.ts';
import { reading } from '../use-case.ts';
import { effectsShown } from './effects-then.ts';

export const applied = reading('plans.applied', ({ snapshot, access, query }) =>
  listApplied(snapshot, query, access.can('audit.read') ? undefined : (access.userId ?? nobody)),
);

/** A change set with its changes and what it did. Who gained and lost what is told as a plan tells it: as far as whoever asks may know. */
export const getApplied = reading('plans.getApplied', async ({ snapshot, access, params }) => {
  const found = await findApplied(snapshot, params.no);
  const maySee = access.can('audit.read') || (access.userId !== null && found?.actor.id === access.userId);
  if (!found || !maySee)
    return refuse('not_found', `There is no change set with the number ${params.no}, or you may not see it.`);
  const count = Math.min(found.no - found.first, limits.planChangesMax.value);
  const events = await findEvents(
    snapshot,
    Array.from({ length: count }, (_, index) => found.first + index),
  );
  const courses = count > 0 ? await coursesOfChanges(snapshot, found.first, found.no, found.at) : [];
  const reverted = await findEvents(snapshot, found.reverts.slice(0, limits.revertedShown.value));
  return {
    ...found,
    events: inOrder(events),
    reverted: inOrder(reverted),
    effects: await effectsShown({ ...snapshot, at: found.at }, access, courses),
  };
});

const inOrder = (events: readonly Event[]) =>
  events.toSorted((a, b) => a.no - b.no).map(({ hash: _, previousHash: __, ...event }) => event);

const nobody = '00000000-0000-0000-0000-000000000000';
