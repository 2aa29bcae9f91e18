import { type AppliedEffects, type AppliedPlan, type Event, limits, type PlanEffect } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { findEvents, listEvents } from '../../store/audit/events.ts';
import { searchFor } from '../../store/kernel/matching.ts';
import { mapPage } from '../../store/kernel/paging.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { findApplied, listApplied } from '../../store/plan/applied.ts';
import { type ChangeRange, coursesOfChanges, coursesOfThose } from '../../store/plan/effects.ts';
import { type Effect, effectsIn, lengthOf, unlisted } from '../../store/plan/listed-effects.ts';
import { listReached, type Reached, type ReachedQuery, type Sought, soughtIn } from '../../store/plan/reached.ts';
import { applicationsOf } from '../../store/plan/who.ts';
import type { CallerAccess } from '../authorise.ts';
import { reading } from '../use-case.ts';
import { effectsShown, shown } from './effects.ts';

/**
 * Lists the effects of changes for each principal, sorted by name. Only the principals on the page are compared, so the
 * time for a page does not grow with the number of changes. Only finding the affected principals takes longer. Callers
 * who may not read access see only the applications that they own, so a cursor never names a hidden principal.
 */
async function effectsByHolder(
  snapshot: Snapshot,
  access: CallerAccess,
  range: ChangeRange,
  query: ReachedQuery,
): Promise<AppliedEffects> {
  const owned = access.can('access.read') ? undefined : access.owns;
  const partial = owned !== undefined;
  if (owned?.size === 0 || range.first === range.last) return { items: [], next: null, partial };
  const search = searchFor(query.q);
  const sought = search && (await soughtIn(snapshot, range, search));
  let cursor = query.cursor;
  for (let turn = 1; ; turn += 1) {
    const reached = await listReached(snapshot, range, { ...query, cursor }, { owned, sought });
    const items = await effectsOf(snapshot, range, reached.items, { owned, sought });
    if (items.length > 0 || reached.next === null || turn === mostTurns) return { items, next: reached.next, partial };
    cursor = reached.next;
  }
}

/** The maximum number of pages without effects that one request skips. */
const mostTurns = 5;

async function effectsOf(
  snapshot: Snapshot,
  range: ChangeRange,
  reached: readonly Reached[],
  { owned, sought }: { owned: ReadonlySet<string> | undefined; sought: Sought | undefined },
): Promise<PlanEffect[]> {
  if (reached.length === 0) return [];
  const courses = await coursesOfThose(
    snapshot,
    range,
    reached.map(({ id }) => id),
  );
  const names = await applicationsOf(snapshot, [...new Set(courses.map(({ application }) => application))]);
  const called = (id: string) => {
    const application = names.get(id);
    if (!application) throw new Error('The application of an effect is unknown.');
    return application;
  };
  const effects = effectsIn(courses).filter(({ application }) => !owned || owned.has(called(application).id));
  const byHolder = Map.groupBy(
    effects.flatMap((effect) => effect.holders.map((holder) => ({ holder, effect }))),
    ({ holder }) => holder,
  );
  // An effect that several users share is listed once for each of them.
  let left = limits.planEffectsMax.value;
  const listed = (effect: Effect): Effect => {
    left -= lengthOf(effect);
    return left < 0 ? unlisted(effect, effect.notCompared) : effect;
  };
  return reached.flatMap(({ isFound, ...who }) =>
    (byHolder.get(who.id) ?? [])
      .filter(({ effect }) => !sought || isFound || isSought(effect, sought))
      .map(({ effect }) => ({ ...shown(listed(effect), called(effect.application), [who]), count: 1 }))
      .sort(byInstant),
  );
}

/** An order of effects that does not depend on the other principals of the page. */
function byInstant(one: PlanEffect, other: PlanEffect): number {
  const [a, b] = [one, other].map(({ at, application }) => `${at} ${application?.id}`);
  return (a ?? '') < (b ?? '') ? -1 : 1;
}

function isSought(effect: Effect, { applications, roles, permissions }: Sought): boolean {
  const { application, gains, loses, keeps, notListed } = effect;
  return (
    notListed === true ||
    applications.has(application) ||
    [...gains.roles, ...loses.roles].some((name) => roles.has(name)) ||
    [...gains.permissions, ...loses.permissions, ...keeps].some((name) => permissions.has(name))
  );
}

export const applied = reading('plans.applied', ({ snapshot, access, query }) =>
  listApplied(snapshot, query, access.can('audit.read') ? undefined : (access.userId ?? nobody)),
);

/**
 * A change set with its first changes and its effects, which are shown as in a plan, as far as the caller may see
 * them.
 */
export const getApplied = reading('plans.getApplied', async ({ snapshot, access, params }) => {
  const found = await requireApplied(snapshot, access, params.no);
  const count = Math.min(found.no - found.first, limits.pageDefault.value);
  const { items: events } = await listEvents(snapshot, {
    sort: 'no',
    firstNo: found.first,
    lastNo: found.first + count - 1,
  });
  const reverted = await findEvents(snapshot, found.reverts.slice(0, limits.revertedShown.value));
  const head = { ...found, events: inOrder(events), reverted: inOrder(reverted) };
  if (found.no - found.first > limits.planChangesMax.value) return { ...head, effects: null };
  const courses = count > 0 ? await coursesOfChanges(snapshot, rangeOf(found)) : [];
  return { ...head, effects: await effectsShown({ ...snapshot, at: found.at }, access, courses) };
});

export const appliedEvents = reading('plans.appliedEvents', async ({ snapshot, access, params, query }) => {
  const { first, no } = await requireApplied(snapshot, access, params.no);
  const events = await listEvents(snapshot, { ...query, sort: query.sort ?? 'no', firstNo: first, lastNo: no - 1 });
  return mapPage(events, withoutHashes);
});

/** A page of a change set's effects, for the principals on the page only. */
export const appliedEffects = reading('plans.appliedEffects', async ({ snapshot, access, params, query }) => {
  const found = await requireApplied(snapshot, access, params.no);
  return effectsByHolder(snapshot, access, rangeOf(found), { ...query, set: found.no });
});

/** @throws Refusal `not_found` also where the caller may not see it */
async function requireApplied(snapshot: Snapshot, access: CallerAccess, no: number): Promise<AppliedPlan> {
  const found = await findApplied(snapshot, no);
  const maySee = access.can('audit.read') || (access.userId !== null && found?.actor.id === access.userId);
  if (!found || !maySee) return refuse('not_found', 'change_set_unknown', { event: no });
  return found;
}

const rangeOf = ({ first, no, at }: AppliedPlan) => ({ first, last: no, at });

const withoutHashes = ({ hash: _, previousHash: __, ...event }: Event) => event;
const inOrder = (events: readonly Event[]) => events.toSorted((a, b) => a.no - b.no).map(withoutHashes);

const nobody = '00000000-0000-0000-0000-000000000000';
