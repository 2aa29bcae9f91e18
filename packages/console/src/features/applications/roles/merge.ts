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
 * - Its grants become grants of the other role, unless an existing grant covers them.
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
  const covers = (grant: Held, it: Held) =>
    grant.principal.id === it.principal.id &&
    grant.starts <= it.starts &&
    (grant.ends === null || (it.ends !== null && grant.ends >= it.ends));
  const changes: PlannedChanges = [
    ...roles
      .filter(({ includes }) => includes.some(({ id }) => id === role))
      .map(({ id, includes }) => ({
        call: 'roles.update' as const,
        params: { ...params, role: id },
        body: { includes: [...new Set(includes.map((it) => (it.id === role ? other : it.id)))] },
      })),
    ...replaced
      .filter((it) => !standing.some((grant) => covers(grant, it)))
      .map(({ principal: { kind, id }, starts, ends }) => ({
        call: 'grants.create' as const,
        params,
        body: {
          principal: { kind, id },
          gives: { kind: 'role' as const, id: other },
          ...(new Date(starts) > new Date() && { starts }),
          ...(ends !== null && { ends }),
        },
      })),
    { call: 'roles.remove' as const, params: { ...params, role } },
  ];
  return changes.length <= limits.planChangesMax.value ? changes : undefined;
}
