import { add, type Bits, emptyBits, membersOf } from './bits.ts';
import type { Holdings, Role } from './holdings.ts';
import { type Table, tableOf, usersWith } from './table.ts';

/** The table of groups. Users with equal permissions form one row, and permissions with equal users form one column. */
export interface Groups {
  readonly table: Table;
  /** The users of each row of the table, ascending. */
  readonly users: readonly (readonly number[])[];
  /** The permissions of each column of the table, ascending. */
  readonly permissions: readonly (readonly number[])[];
}

/**
 * Groups equal users and equal permissions. Every role can be extended to whole groups, so the groups need as many roles as the
 * holdings. Users and permissions without a pair are in no group. Time is linear in the number of pairs.
 */
export function groupEqual(holdings: Holdings): Groups {
  const byUser = sortedLists(holdings, 0);
  const byPermission = sortedLists(holdings, 1);
  const users = equalMembers(byPermission, byUser);
  const permissions = equalMembers(byUser, byPermission);
  const column = new Map(permissions.map((group, i) => [group[0], i]));
  const rows = users.map((group) => {
    const row = emptyBits(permissions.length);
    for (const permission of byUser[group[0] as number] as number[]) {
      const i = column.get(permission);
      if (i !== undefined) add(row, i);
    }
    return row;
  });
  return { table: tableOf(rows, permissions.length), users, permissions };
}

/** Returns the role with these permission groups and all users who hold them. */
export function roleOf({ table, users, permissions }: Groups, own: Bits): Role {
  const ascending = (groups: readonly (readonly number[])[], chosen: number[]) =>
    chosen.flatMap((i) => groups[i] as number[]).sort((a, b) => a - b);
  return { users: ascending(users, usersWith(table, own)), permissions: ascending(permissions, membersOf(own)) };
}

/** Returns the permissions of each user (side 0) or the users of each permission (side 1), ascending and without repetition. */
function sortedLists({ users, permissions, pairs }: Holdings, side: 0 | 1): number[][] {
  const lists = Array.from({ length: side === 0 ? users : permissions }, (): number[] => []);
  for (let i = 0; i < pairs.length; i += 2) {
    const list = lists[pairs[i + side] as number];
    if (list === undefined)
      throw new RangeError(`Pair ${i / 2} is outside the given numbers of users and permissions.`);
    list.push(pairs[i + 1 - side] as number);
  }
  return lists.map((list) => Array.from(new Uint32Array(list).sort()).filter((item, i, all) => item !== all[i - 1]));
}

/**
 * Groups the items that are in the same lists, by partition refinement (Paige and Tarjan, SIAM J. Comput. 16(6), 1987): each list
 * splits every group into the items in the list and the others.
 */
function equalMembers(lists: readonly (readonly number[])[], listsOfItem: readonly (readonly number[])[]): number[][] {
  const groupOf = new Uint32Array(listsOfItem.length);
  const sizes = [listsOfItem.length];
  for (const list of lists) {
    const met = new Map<number, { size: number; into: number }>();
    for (const item of list) {
      const group = groupOf[item] as number;
      const part = met.get(group);
      if (part === undefined) met.set(group, { size: 1, into: group });
      else part.size++;
    }
    for (const [group, part] of met) {
      const size = sizes[group] as number;
      if (part.size === size) continue;
      part.into = sizes.push(part.size) - 1;
      sizes[group] = size - part.size;
    }
    for (const item of list) groupOf[item] = (met.get(groupOf[item] as number) as { into: number }).into;
  }
  const members = new Map<number, number[]>();
  listsOfItem.forEach((own, item) => {
    if (own.length === 0) return;
    const group = groupOf[item] as number;
    const list = members.get(group);
    if (list === undefined) members.set(group, [item]);
    else list.push(item);
  });
  return [...members.values()];
}
