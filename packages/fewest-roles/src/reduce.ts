import { add, type Bits, emptyBits, has, isSubset, membersOf, subtract } from './bits.ts';
import type { Deadline } from './deadline.ts';
import type { Pair } from './holdings.ts';
import { sharedPermissions, type Table, usersWith } from './table.ts';
import type { Step } from './trail.ts';
import { Uncovered } from './uncovered.ts';

/** The choices that the reductions have already made for a smallest solution. */
export interface Settled {
  readonly steps: Step[];
  /** Pairs of which no two can share a role. Reductions add one for each role. */
  readonly independent: Pair[];
}

/**
 * Returns the pairs of a user and a permission that a solution must cover. It then covers all pairs. A pair (u, p)
 * follows from another pair in two cases:
 * - from (v, p), if u holds all permissions of v: u can then have each role of v
 * - from (u, q), if all users of q hold p: each role with q can then contain p
 *
 * These are the lattice reductions of Ene et al., Fast Exact and Heuristic Methods for Role Minimization Problems
 * (SACMAT 2008). One pair remains for each smallest user and smallest permission. Every other pair follows from one of
 * them in at most two steps.
 *
 * The table must have no equal rows or columns, because equal pairs would follow from each other.
 */
export function essentialPairs(table: Table, deadline: Deadline): Uncovered {
  const { rows, columns } = table;
  const rest = rows.map((row) => row.slice());
  rows.forEach((row, user) => {
    if (deadline()) return;
    for (const other of usersWith(table, row)) if (other !== user) subtract(rest[other] as Bits, row);
  });
  const transposed: Table = { rows: columns, columns: rows };
  columns.forEach((column, permission) => {
    if (deadline()) return;
    const wider = emptyBits(columns.length);
    for (const other of usersWith(transposed, column)) if (other !== permission) add(wider, other);
    for (const user of membersOf(column)) subtract(rest[user] as Bits, wider);
  });
  return new Uncovered(table, rest);
}

/**
 * Removes pairs that follow from another pair, and covers pairs that only one role can cover best, until nothing changes. A pair e
 * follows from f if every uncovered pair that can share a role with f can share one with e. If the neighbours of f can all share
 * one role, this role is part of a smallest solution, and f is independent of all pairs that remain.
 */
export function reduce(uncovered: Uncovered, settled: Settled, deadline: Deadline): void {
  for (let changed = true; changed && !deadline(); ) {
    changed = false;
    for (const pair of uncovered.pairs()) {
      if (deadline()) return;
      if (uncovered.has(pair) && settle(uncovered, pair, settled)) changed = true;
    }
  }
}

function settle(uncovered: Uncovered, pair: Pair, { steps, independent }: Settled): boolean {
  const { rows } = uncovered.table;
  const near = uncovered.neighbours(pair);
  const shared = sharedPermissions(uncovered.table, near.users);
  if (isSubset(near.permissions, shared)) {
    steps.push({ span: near });
    independent.push(pair);
    uncovered.remove(near);
    return true;
  }
  const before = steps.length;
  for (const user of near.users) {
    if (!isSubset(near.permissions, rows[user] as Bits)) continue;
    for (const permission of membersOf(uncovered.row(user))) {
      if (!has(shared, permission) || (user === pair[0] && permission === pair[1])) continue;
      uncovered.removePair([user, permission]);
      steps.push({ pair: [user, permission], of: pair });
    }
  }
  return steps.length > before;
}
