import { type Grant, limits, type Role } from '@licet/contract';
import type { PlannedChanges } from '../../../blocks/plan-effects/use-plan.ts';
import { everyPage } from '../../../blocks/use-list.ts';
import { client } from '../../../session/client.ts';

/** The grants of two roles, as far as a single plan can replace them. Undefined if there are too many. */
export async function grantsToMerge(application: string, role: string, other: string, signal: AbortSignal) {
  const of = (id: string) =>
    everyPage(
      (cursor) =>
        client.grants.list({
          params: { application },
          query: { role: id, state: 'active,scheduled', cursor, limit: limits.pageMax.value },
          signal,
        }),
      limits.planChangesMax.value,
    );
  const [replaced, standing] = [await of(role), await of(other)];
  return replaced.more || standing.more ? undefined : { replaced: replaced.items, standing: standing.items };
}

type Held = Pick<Grant, 'principal' | 'starts' | 'ends'>;

/**
 * The changes that replace a role with another one:
 * - Its grants become grants of the other role, for the times at which their holder does not have it.
 * - Roles that include it include the other role instead.
 * - It is deleted.
 *
 * Undefined if one of the roles includes the other, or if a plan cannot hold the changes.
 */
export function mergeChanges(
  application: string,
  { role, other }: { role: string; other: string },
  { roles, replaced, standing }: { roles: readonly Role[]; replaced: readonly Held[]; standing: readonly Held[] },
): PlannedChanges | undefined {
  const below = (id: string, seen = new Set<string>()): Set<string> => {
    for (const { id: next } of roles.find((it) => it.id === id)?.includes ?? [])
      if (!seen.has(next)) below(next, seen.add(next));
    return seen;
  };
  if (below(role).has(other) || below(other).has(role)) return undefined;
  const params = { application };
  const held = Map.groupBy(standing, ({ principal }) => principal.id);
  const now = new Date();
  const changes: PlannedChanges = [
    ...roles
      .filter(({ includes }) => includes.some(({ id }) => id === role))
      .map(({ id, includes, version }) => ({
        call: 'roles.update' as const,
        params: { ...params, role: id },
        // The list of roles may be older than an inclusion that was removed meanwhile.
        ifMatch: version,
        body: { includes: [...new Set(includes.map((it) => (it.id === role ? other : it.id)))] },
      })),
    ...replaced.flatMap(({ principal: { kind, id }, ...period }) =>
      gapsIn(period, held.get(id) ?? [], now).map(({ starts, ends }) => ({
        call: 'grants.create' as const,
        params,
        body: {
          principal: { kind, id },
          gives: { kind: 'role' as const, id: other },
          ...(starts !== null && { starts }),
          ...(ends !== null && { ends }),
        },
      })),
    ),
    { call: 'roles.remove' as const, params: { ...params, role } },
  ];
  return changes.length <= limits.planChangesMax.value ? changes : undefined;
}

interface Gap {
  /** Null for now. */
  readonly starts: string | null;
  readonly ends: string | null;
}

/**
 * The parts of a period from now on in which none of the grants is in force. Two grants of one role to one holder may
 * not overlap.
 */
function gapsIn(period: Omit<Held, 'principal'>, grants: readonly Held[], now: Date): readonly Gap[] {
  const isLater = (at: string) => new Date(at) > now;
  const gaps: Gap[] = [];
  let starts: string | null = isLater(period.starts) ? period.starts : null;
  // Instants are compared as text, because all are in UTC with microseconds.
  for (const grant of grants.toSorted((a, b) => (a.starts < b.starts ? -1 : 1))) {
    if (period.ends !== null && grant.starts >= period.ends) break;
    if (isLater(grant.starts) && (starts === null || grant.starts > starts)) gaps.push({ starts, ends: grant.starts });
    if (grant.ends === null) return gaps;
    if (isLater(grant.ends) && (starts === null || grant.ends > starts)) starts = grant.ends;
  }
  return period.ends === null || starts === null || starts < period.ends
    ? [...gaps, { starts, ends: period.ends }]
    : gaps;
}
