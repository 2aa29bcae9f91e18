import { type AppliedPlan, type Event, limits } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { findEvents, listEvents } from '../../store/audit/events.ts';
import { mapPage } from '../../store/kernel/paging.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { findApplied, listApplied } from '../../store/plan/applied.ts';
import { coursesOfChanges } from '../../store/plan/effects.ts';
import type { CallerAccess } from '../authorise.ts';
import { reading } from '../use-case.ts';
import { effectsByHolder } from './effects-by-holder.ts';
import { effectsShown } from './effects-then.ts';

export const applied = reading('plans.applied', ({ snapshot, access, query }) =>
  listApplied(snapshot, query, access.can('audit.read') ? undefined : (access.userId ?? nobody)),
);

/** A change set with its first changes and what it did. Who gained and lost what is told as a plan tells it: as far as whoever asks may know. */
export const getApplied = reading('plans.getApplied', async ({ snapshot, access, params }) => {
  const found = await requireApplied(snapshot, access, params.no);
  const count = Math.min(found.no - found.first, limits.pageDefault.value);
  const events = await findEvents(
    snapshot,
    Array.from({ length: count }, (_, index) => found.first + index),
  );
  const reverted = await findEvents(snapshot, found.reverts.slice(0, limits.revertedShown.value));
  const head = { ...found, events: inOrder(events), reverted: inOrder(reverted) };
  if (found.no - found.first > limits.planChangesMax.value) return { ...head, effects: null };
  const courses = count > 0 ? await coursesOfChanges(snapshot, madeBy(found)) : [];
  return { ...head, effects: await effectsShown({ ...snapshot, at: found.at }, access, courses) };
});

export const appliedEvents = reading('plans.appliedEvents', async ({ snapshot, access, params, query }) => {
  const { first, no } = await requireApplied(snapshot, access, params.no);
  const events = await listEvents(snapshot, { ...query, sort: query.sort ?? 'no', firstNo: first, lastNo: no - 1 });
  return mapPage(events, withoutHashes);
});

/** A page of what a change set brought, of those who stand on the page alone. */
export const appliedEffects = reading('plans.appliedEffects', async ({ snapshot, access, params, query }) => {
  const found = await requireApplied(snapshot, access, params.no);
  return effectsByHolder(snapshot, access, madeBy(found), { ...query, set: found.no });
});

/** @throws Refusal `not_found` also where the caller may not see it */
async function requireApplied(snapshot: Snapshot, access: CallerAccess, no: number): Promise<AppliedPlan> {
  const found = await findApplied(snapshot, no);
  const maySee = access.can('audit.read') || (access.userId !== null && found?.actor.id === access.userId);
  if (!found || !maySee) return refuse('not_found', 'change_set_unknown', { event: no });
  return found;
}

const madeBy = ({ first, no, at }: AppliedPlan) => ({ first, last: no, at });

const withoutHashes = ({ hash: _, previousHash: __, ...event }: Event) => event;
const inOrder = (events: readonly Event[]) => events.toSorted((a, b) => a.no - b.no).map(withoutHashes);

const nobody = '00000000-0000-0000-0000-000000000000';
