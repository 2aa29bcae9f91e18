import { add, type Bits, bitsOf, emptyBits, has, intersect, membersOf } from './bits.ts';

/** The access as a table: the permissions of each user (`rows`), and the users of each permission (`columns`). */
export interface Table {
  readonly rows: readonly Bits[];
  readonly columns: readonly Bits[];
}

export function tableOf(rows: readonly Bits[], permissions: number): Table {
  const columns = Array.from({ length: permissions }, () => emptyBits(rows.length));
  rows.forEach((row, user) => {
    for (const permission of membersOf(row)) add(columns[permission] as Bits, user);
  });
  return { rows, columns };
}

/** Returns the permissions that all the users hold: every permission if there are no users. */
export function sharedPermissions(table: Table, users: Iterable<number>): Bits {
  const shared = bitsOf(table.columns.length, table.columns.keys());
  for (const user of users) intersect(shared, table.rows[user] as Bits);
  return shared;
}

/** Returns the users who hold all the permissions, ascending. */
export function usersWith(table: Table, permissions: Bits): number[] {
  const [first, ...others] = membersOf(permissions);
  if (first === undefined) return table.rows.map((_, user) => user);
  const users = (table.columns[first] as Bits).slice();
  for (const permission of others) intersect(users, table.columns[permission] as Bits);
  return membersOf(users);
}

/** Returns the table of these users and permissions, numbered by their positions in the lists. */
export function restrict(table: Table, users: readonly number[], permissions: readonly number[]): Table {
  const rows = users.map((user) => {
    const row = emptyBits(permissions.length);
    permissions.forEach((permission, i) => {
      if (has(table.rows[user] as Bits, permission)) add(row, i);
    });
    return row;
  });
  return tableOf(rows, permissions.length);
}
