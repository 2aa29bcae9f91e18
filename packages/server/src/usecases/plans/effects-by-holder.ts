import type { AppliedEffects, PlanEffect } from '@licet/contract';
import { searchFor } from '../../store/kernel/matching.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { type Effect, effectsIn } from '../../store/plan/courses.ts';
import { type ChangesMade, coursesOfThose } from '../../store/plan/effects.ts';
import { listReached, type Reached, type ReachedQuery, type Sought, soughtIn } from '../../store/plan/reached.ts';
import { applicationsOf } from '../../store/plan/who.ts';
import type { CallerAccess } from '../authorise.ts';
import { shown } from './effects-then.ts';

/**
 * What changes brought, one user or program after the other by name. Only those on the page are compared: a page takes as long for 100,000 changes
 * as for a few, but for finding whom they can reach. Callers who may not read access are shown the applications that they own, and nobody else is
 * looked at: so a cursor names only those whom they may see.
 */
export async function effectsByHolder(
  snapshot: Snapshot,
  access: CallerAccess,
  made: ChangesMade,
  query: ReachedQuery,
): Promise<AppliedEffects> {
  const owned = access.can('access.read') ? undefined : access.owns;
  const partial = owned !== undefined;
  if (owned?.size === 0 || made.first === made.last) return { items: [], next: null, partial };
  const search = searchFor(query.q);
  const sought = search && (await soughtIn(snapshot, made, search));
  let cursor = query.cursor;
  for (let turn = 1; ; turn += 1) {
    const reached = await listReached(snapshot, made, { ...query, cursor }, { owned, sought });
    const items = await effectsOf(snapshot, made, reached.items, { owned, sought });
    if (items.length > 0 || reached.next === null || turn === mostTurns) return { items, next: reached.next, partial };
    cursor = reached.next;
  }
}

/** So many pages of users for whom nothing is different are passed over in one request. */
const mostTurns = 5;

async function effectsOf(
  snapshot: Snapshot,
  made: ChangesMade,
  reached: readonly Reached[],
  { owned, sought }: { owned: ReadonlySet<string> | undefined; sought: Sought | undefined },
): Promise<PlanEffect[]> {
  if (reached.length === 0) return [];
  const courses = await coursesOfThose(
    snapshot,
    made,
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
  return reached.flatMap(({ isFound, ...who }) =>
    (byHolder.get(who.id) ?? [])
      .filter(({ effect }) => !sought || isFound || isSought(effect, sought))
      .map(({ effect }) => ({ ...shown(effect, called(effect.application), [who]), count: 1 }))
      .sort(byInstant),
  );
}

/** The same on every page, whoever else stands on it. */
function byInstant(one: PlanEffect, other: PlanEffect): number {
  const [a, b] = [one, other].map(({ at, application }) => `${at} ${application?.id}`);
  return (a ?? '') < (b ?? '') ? -1 : 1;
}

function isSought({ application, gains, loses, keeps }: Effect, { applications, roles, permissions }: Sought): boolean {
  return (
    applications.has(application) ||
    [...gains.roles, ...loses.roles].some((name) => roles.has(name)) ||
    [...gains.permissions, ...loses.permissions, ...keeps].some((name) => permissions.has(name))
  );
}
