import { type Application, adminRole, limits, type Ref, type Role, type RoleMatrix } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { countIn, countShared, type PermissionSet, readSet } from '../../../blocks/permission-set.ts';
import { firstRolesQuery, roleMatrixQuery } from '../queries.ts';

/** Another role with nearly the same permissions: it has `shared` of the `own` permissions of the role. */
export interface Overlap {
  readonly with: Ref;
  readonly shared: number;
  readonly own: number;
}

/** The overlaps of all roles. Undefined while they load, and for more roles than a single page lists. */
export function useOverlaps({ id, roles }: Application): ReadonlyMap<string, Overlap> | undefined {
  const enabled = roles <= limits.pageMax.value;
  const matrix = useQuery({ ...roleMatrixQuery(id), enabled }).data;
  const listed = useQuery({ ...firstRolesQuery(id), enabled }).data;
  return useMemo(() => matrix && listed && overlapsOf(matrix, listed.items), [matrix, listed]);
}

/**
 * Returns, by the id of a role, the role that it overlaps with most: the smallest one that contains it, or one that
 * differs by a single permission. A role always contains what it includes, so those pairs are left out.
 */
export function overlapsOf(
  { permissions, roles }: RoleMatrix,
  includes: Pick<Role, 'id' | 'includes'>[],
): ReadonlyMap<string, Overlap> {
  const found = new Map<string, Overlap>();
  const below = inclusionsOf(includes);
  const sets = roles
    .filter(({ name }) => name !== adminRole)
    .map(({ id, name, brings }) => {
      const set: PermissionSet = readSet(brings, permissions.length);
      return { id, name, set, count: countIn(set) };
    })
    .filter(({ count }) => count > 0)
    .sort((a, b) => a.count - b.count);
  for (const role of sets) {
    let best: Overlap | undefined;
    for (const other of sets) {
      if (other === role || other.count < role.count - 1) continue;
      if (below.get(role.id)?.has(other.id) || below.get(other.id)?.has(role.id)) continue;
      const shared = countShared(role.set, other.set);
      const isContained = shared === role.count;
      if (!isContained && role.count + other.count - 2 * shared > 1) continue;
      if (best && (best.shared === best.own || !isContained)) continue;
      best = { with: { id: other.id, name: other.name }, shared, own: role.count };
    }
    if (best) found.set(role.id, best);
  }
  return found;
}

/** Two roles compared: the numbers of permissions that both have, and that only one of them has. */
export interface Shared {
  readonly with: Ref;
  readonly both: number;
  readonly onlyThis: number;
  readonly onlyOther: number;
}

/** The roles that share the most with a role, relative to the permissions that at least one of the two has. */
export function nearestTo({ permissions, roles }: RoleMatrix, roleId: string, most: number): Shared[] {
  const size = permissions.length;
  const own = readSet(roles.find(({ id }) => id === roleId)?.brings ?? '', size);
  const count = countIn(own);
  return roles
    .filter(({ id, name }) => id !== roleId && name !== adminRole)
    .map(({ id, name, brings }) => {
      const other = readSet(brings, size);
      const both = countShared(own, other);
      return { with: { id, name }, both, onlyThis: count - both, onlyOther: countIn(other) - both };
    })
    .filter(({ both }) => both > 0)
    .sort((a, b) => likeness(b) - likeness(a))
    .slice(0, most);
}

const likeness = ({ both, onlyThis, onlyOther }: Shared): number => both / (both + onlyThis + onlyOther);

/** The roles that each role includes, directly or through another role. */
function inclusionsOf(roles: Pick<Role, 'id' | 'includes'>[]): ReadonlyMap<string, ReadonlySet<string>> {
  const direct = new Map(roles.map(({ id, includes }) => [id, includes.map((role) => role.id)]));
  const all = new Map<string, Set<string>>();
  const of = (id: string): Set<string> => {
    const known = all.get(id);
    if (known) return known;
    const below = new Set<string>();
    all.set(id, below);
    for (const next of direct.get(id) ?? []) {
      below.add(next);
      for (const further of of(next)) below.add(further);
    }
    return below;
  };
  for (const { id } of roles) of(id);
  return all;
}
