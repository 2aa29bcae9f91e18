import {
  add,
  type Bits,
  drop,
  emptyBits,
  firstOf,
  has,
  intersect,
  isEmpty,
  meets,
  membersOf,
  sizeOfBoth,
  subtract,
  unite,
} from './bits.ts';
import type { Pair } from './holdings.ts';
import type { Table } from './table.ts';

/** The uncovered pairs that can share a role with a pair: among these users and these permissions, all uncovered ones. */
export interface Neighbours {
  readonly users: readonly number[];
  readonly permissions: Bits;
}

/** The pairs of a table that roles must still cover. Roles may use the covered pairs again. */
export class Uncovered {
  readonly table: Table;
  private readonly rows: Bits[];
  /** The users with an uncovered pair. */
  private readonly open: Bits;

  constructor(table: Table, rows: readonly Bits[]) {
    this.table = table;
    this.rows = rows.map((row) => row.slice());
    this.open = emptyBits(rows.length);
    rows.forEach((row, user) => {
      if (!isEmpty(row)) add(this.open, user);
    });
  }

  copy(): Uncovered {
    return new Uncovered(this.table, this.rows);
  }

  get isEmpty(): boolean {
    return isEmpty(this.open);
  }

  row(user: number): Bits {
    return this.rows[user] as Bits;
  }

  has([user, permission]: Pair): boolean {
    return has(this.row(user), permission);
  }

  /** Returns the pair with the smallest numbers. There must be one. */
  first(): Pair {
    const user = firstOf(this.open);
    return [user, firstOf(this.row(user))];
  }

  pairs(): Pair[] {
    return membersOf(this.open).flatMap((user) => pairsOfUser(user, this.row(user)));
  }

  pairsOf({ users, permissions }: Neighbours): Pair[] {
    return users.flatMap((user) => {
      const own = this.row(user).slice();
      intersect(own, permissions);
      return pairsOfUser(user, own);
    });
  }

  /**
   * Two pairs can share a role if each user holds the permission of the other pair. Pairs of which any two can share a role
   * can all share one: their users hold all their permissions.
   */
  neighbours([user, permission]: Pair): Neighbours {
    const held = this.table.rows[user] as Bits;
    const holders = (this.table.columns[permission] as Bits).slice();
    intersect(holders, this.open);
    return this.span(membersOf(holders), held);
  }

  count({ users, permissions }: Neighbours): number {
    return users.reduce((count, user) => count + sizeOfBoth(this.row(user), permissions), 0);
  }

  /** Returns the given users and permissions that have uncovered pairs with each other. */
  span(users: readonly number[], permissions: Bits): Neighbours {
    const spanned = emptyBits(permissions.length * 32);
    const open = users.filter((user) => meets(this.row(user), permissions));
    for (const user of open) unite(spanned, this.row(user));
    intersect(spanned, permissions);
    return { users: open, permissions: spanned };
  }

  /** Removes the pairs of these users and permissions. */
  remove({ users, permissions }: Neighbours): void {
    for (const user of users) {
      const row = this.row(user);
      subtract(row, permissions);
      if (isEmpty(row)) drop(this.open, user);
    }
  }

  removePair([user, permission]: Pair): void {
    const row = this.row(user);
    drop(row, permission);
    if (isEmpty(row)) drop(this.open, user);
  }
}

function pairsOfUser(user: number, permissions: Bits): Pair[] {
  return membersOf(permissions).map((permission) => [user, permission]);
}
