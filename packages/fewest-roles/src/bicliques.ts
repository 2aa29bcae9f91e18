import { type Bits, intersect, isSubset, sizeOf } from './bits.ts';
import type { Deadline } from './deadline.ts';
import type { Pair } from './holdings.ts';
import type { Table } from './table.ts';
import type { Neighbours, Uncovered } from './uncovered.ts';

/** Returns the uncovered pair with the fewest neighbours. After the deadline, compares no further pairs. */
export function narrowest(uncovered: Uncovered, deadline: Deadline): Pair {
  let best = uncovered.first();
  if (deadline()) return best;
  let fewest = Number.POSITIVE_INFINITY;
  for (const pair of uncovered.pairs()) {
    if (deadline()) break;
    const count = uncovered.count(uncovered.neighbours(pair));
    if (count >= fewest) continue;
    fewest = count;
    best = pair;
  }
  return best;
}

/**
 * Returns the permissions of a role that contains this pair and covers many uncovered pairs. For each user
 * who could have the role, it considers the permissions that this user shares with the user of the pair.
 */
export function widestThrough(uncovered: Uncovered, pair: Pair): Bits {
  const near = uncovered.neighbours(pair);
  const [first, ...others] = sharedWithEach(uncovered.table, near).map((permissions) => ({
    permissions,
    covers: coverage(uncovered, near.users, permissions).count,
  }));
  return others.reduce((best, each) => (each.covers > best.covers ? each : best), first as NonNullable<typeof first>)
    .permissions;
}

/**
 * Returns the permission sets of the roles that contain this pair and cover a maximal set of uncovered pairs, the
 * largest first. There can be exponentially many, so it returns undefined if the deadline passes.
 */
export function allThrough(uncovered: Uncovered, pair: Pair, deadline: Deadline): Bits[] | undefined {
  const near = uncovered.neighbours(pair);
  const closed = new Map<string, Bits>();
  for (const permissions of sharedWithEach(uncovered.table, near)) {
    for (const other of [...closed.values(), permissions]) {
      if (deadline()) return undefined;
      const both = permissions.slice();
      intersect(both, other);
      closed.set(both.join(), both);
    }
  }
  const roles = [...closed.values()].map((permissions) => ({
    permissions,
    ...coverage(uncovered, near.users, permissions),
  }));
  roles.sort((a, b) => b.count - a.count);
  const widest: typeof roles = [];
  for (const role of roles) {
    if (deadline()) return undefined;
    if (!widest.some(({ pairs }) => isSubset(role.pairs, pairs))) widest.push(role);
  }
  return widest.map(({ permissions }) => permissions);
}

function sharedWithEach({ rows }: Table, { users, permissions }: Neighbours): Bits[] {
  return users.map((user) => {
    const shared = permissions.slice();
    intersect(shared, rows[user] as Bits);
    return shared;
  });
}

/** The uncovered pairs that a role with these permissions would cover: one row of bits for each of the users. */
function coverage(uncovered: Uncovered, users: readonly number[], permissions: Bits): { pairs: Bits; count: number } {
  const pairs = new Uint32Array(users.length * permissions.length);
  let count = 0;
  users.forEach((user, i) => {
    if (!isSubset(permissions, uncovered.table.rows[user] as Bits)) return;
    const row = uncovered.row(user).slice();
    intersect(row, permissions);
    pairs.set(row, i * permissions.length);
    count += sizeOf(row);
  });
  return { pairs, count };
}
