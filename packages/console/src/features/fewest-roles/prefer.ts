import { both, countIn, isEmpty, isWithin, keyOf, type PermissionSet, without } from '../../blocks/permission-set.ts';
import { type Access, rolesInUse } from './access.ts';

/**
 * Replaces computed sets with the permissions of existing roles where the resulting access stays the same. If there are
 * several smallest sets of roles, the one with the most existing roles needs the fewest changes.
 */
export function preferExisting(access: Access, sets: readonly PermissionSet[]): PermissionSet[] {
  const rows = [...new Map(access.holders.map(({ wants }) => [keyOf(wants), wants])).values()];
  const chosen = [...sets];
  const taken = new Set(chosen.map(keyOf));
  const candidates = new Map(rolesInUse(access).map(({ brings }) => [keyOf(brings), brings]));
  const once = rows.map((row) => givenOnce(row, chosen));
  for (const [place, set] of chosen.entries()) {
    if (candidates.has(keyOf(set))) continue;
    // The permissions that a row has from this set only.
    const alone = rows.flatMap((row, at) => {
      if (!isWithin(set, row)) return [];
      const only = both(set, once[at] ?? set);
      return isEmpty(only) ? [] : [{ row, only }];
    });
    if (alone.length === 0) continue;
    const fitting = [...candidates].flatMap(([key, candidate]) =>
      !taken.has(key) && alone.every(({ row, only }) => isWithin(only, candidate) && isWithin(candidate, row))
        ? [candidate]
        : [],
    );
    const nearest = fitting.sort((a, b) => distance(a, set) - distance(b, set))[0];
    if (!nearest) continue;
    taken.add(keyOf(nearest));
    chosen[place] = nearest;
    rows.forEach((row, at) => {
      if (isWithin(set, row) || isWithin(nearest, row)) once[at] = givenOnce(row, chosen);
    });
  }
  return chosen;
}

/** Returns the permissions of the row that exactly one set gives. Only sets within the row count. */
function givenOnce(row: PermissionSet, sets: readonly PermissionSet[]): PermissionSet {
  const once = row.map(() => 0);
  const more = row.map(() => 0);
  for (const set of sets) {
    if (!isWithin(set, row)) continue;
    for (let i = 0; i < set.length; i += 1) {
      const byte = set[i] ?? 0;
      more[i] = (more[i] ?? 0) | ((once[i] ?? 0) & byte);
      once[i] = ((once[i] ?? 0) | byte) & ~(more[i] ?? 0);
    }
  }
  return once;
}

const distance = (a: PermissionSet, b: PermissionSet): number => countIn(without(a, b)) + countIn(without(b, a));
