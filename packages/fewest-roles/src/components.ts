import { add, type Bits, bitsOf, emptyBits, membersOf } from './bits.ts';
import type { Pair } from './holdings.ts';
import { restrict } from './table.ts';
import type { Step } from './trail.ts';
import { Uncovered } from './uncovered.ts';

/** Uncovered pairs that no role can cover together with other uncovered pairs, in a table of their own users and permissions. */
export interface Component {
  readonly uncovered: Uncovered;
  /** The user of each row, and the permission of each column, in the table that was split. */
  readonly users: readonly number[];
  readonly permissions: readonly number[];
  /** The number of permissions of the table that was split. */
  readonly columns: number;
}

/** Splits the uncovered pairs. The smallest solutions of the parts are together a smallest solution. */
export function componentsOf(whole: Uncovered): Component[] {
  const rest = whole.copy();
  return whole.pairs().flatMap((first) => {
    if (!rest.has(first)) return [];
    rest.removePair(first);
    const pairs = [first];
    // The loop also visits the pairs that it adds.
    for (const pair of pairs) {
      const near = rest.neighbours(pair);
      pairs.push(...rest.pairsOf(near));
      rest.remove(near);
    }
    return [componentOf(whole, pairs)];
  });
}

export function pairOfWhole({ users, permissions }: Component, [row, column]: Pair): Pair {
  return [users[row] as number, permissions[column] as number];
}

export function stepOfWhole(component: Component, step: Step): Step {
  if ('pair' in step) return { pair: pairOfWhole(component, step.pair), of: pairOfWhole(component, step.of) };
  const { users, permissions } = step.span;
  return {
    span: {
      users: users.map((row) => component.users[row] as number),
      permissions: bitsOf(
        component.columns,
        membersOf(permissions).map((column) => component.permissions[column] as number),
      ),
    },
  };
}

function componentOf(whole: Uncovered, pairs: readonly Pair[]): Component {
  const ascending = (numbers: number[]) => [...new Set(numbers)].sort((a, b) => a - b);
  const users = ascending(pairs.map(([user]) => user));
  const permissions = ascending(pairs.map(([, permission]) => permission));
  const row = new Map(users.map((user, i) => [user, i]));
  const column = new Map(permissions.map((permission, i) => [permission, i]));
  const rows = users.map(() => emptyBits(permissions.length));
  for (const [user, permission] of pairs) add(rows[row.get(user) as number] as Bits, column.get(permission) as number);
  return {
    uncovered: new Uncovered(restrict(whole.table, users, permissions), rows),
    users,
    permissions,
    columns: whole.table.columns.length,
  };
}
