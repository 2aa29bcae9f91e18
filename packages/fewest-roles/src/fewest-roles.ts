import { membersOf } from './bits.ts';
import { componentsOf, pairOfWhole, stepOfWhole } from './components.ts';
import { type Deadline, latched } from './deadline.ts';
import { groupEqual, roleOf } from './groups.ts';
import type { Block, Holdings, Role } from './holdings.ts';
import { essentialPairs, reduce, type Settled } from './reduce.ts';
import { solve } from './search.ts';
import { sharedPermissions } from './table.ts';
import { spansOf } from './trail.ts';

export interface Options {
  /**
   * Returns true once the search must end, for example after a time or a number of calls. The bounds for the remaining
   * work are still computed after it. Default: never.
   */
  readonly deadline?: Deadline;
}

export interface FewestRoles {
  /** The roles, with every user who holds all permissions of the role; those with the most pairs first. */
  readonly roles: readonly Role[];
  /** Every set of roles for the same access has at least this many roles. If `roles` has exactly this many, it is a smallest set. */
  readonly lowerBound: number;
  /**
   * The certificate of the lower bound: no two pairs of different blocks can share a role, so each block needs its own roles. Most
   * blocks are one pair. `boundFault` checks it.
   */
  readonly blocks: readonly Block[];
}

/**
 * Returns the fewest roles that give exactly the access of the holdings, with a lower bound.
 *
 * The roles are a smallest biclique cover of the graph of users and permissions, which is NP-hard to find: the search takes
 * exponential time in the worst case. Before it, equal users and permissions are grouped in linear time, and reductions take
 * polynomial time: O(u·q·(u + q)/32) word operations for the first reduction, with u different users and q different permissions. Real
 * access needs little or no search after that (Ene et al., Fast Exact and Heuristic Methods for Role Minimization Problems,
 * SACMAT 2008). The result depends only on the holdings and on the call at which `deadline` first returns true.
 *
 * @example
 * const { holdings, users, permissions } = numbered([['ada', 'read'], ['ada', 'write'], ['ben', 'read']]);
 * const end = performance.now() + 5000;
 * const { roles, lowerBound } = fewestRoles(holdings, { deadline: () => performance.now() > end });
 * roles.length === lowerBound; // true: two roles, and no fewer suffice
 * roles[0]?.users.map((user) => users[user]); // ['ada', 'ben']
 *
 * @throws RangeError if a pair is outside the given numbers of users and permissions
 */
export function fewestRoles(holdings: Holdings, { deadline = () => false }: Options = {}): FewestRoles {
  const over = latched(deadline);
  const groups = groupEqual(holdings);
  const { table } = groups;
  const uncovered = essentialPairs(table, over);
  const settled: Settled = { steps: [], independent: [] };
  reduce(uncovered, settled, over);
  const { steps } = settled;
  const blocks: Block[] = settled.independent.map((pair) => ({ pairs: [pair], roles: 1 }));
  for (const component of componentsOf(uncovered)) {
    const solution = solve(component.uncovered, over);
    for (const step of solution.steps) steps.push(stepOfWhole(component, step));
    for (const { pairs, roles } of solution.blocks)
      blocks.push({ pairs: pairs.map((pair) => pairOfWhole(component, pair)), roles });
  }
  const roles = spansOf(steps, table.rows.length).map(({ users }) => sharedPermissions(table, membersOf(users)));
  return {
    roles: roles.map((permissions) => roleOf(groups, permissions)).sort((a, b) => pairsOf(b) - pairsOf(a)),
    lowerBound: blocks.reduce((sum, block) => sum + block.roles, 0),
    blocks: blocks.map(({ pairs, roles }) => ({
      pairs: pairs.map(([row, column]) => [first(groups.users, row), first(groups.permissions, column)]),
      roles,
    })),
  };
}

function pairsOf({ users, permissions }: Role): number {
  return users.length * permissions.length;
}

function first(groups: readonly (readonly number[])[], group: number): number {
  return groups[group]?.[0] as number;
}
