import { add, type Bits, emptyBits, membersOf } from './bits.ts';
import { latched } from './deadline.ts';
import type { FewestRoles, Options } from './fewest-roles.ts';
import { type Groups, groupEqual, roleOf } from './groups.ts';
import type { Holdings, Role } from './holdings.ts';
import { sharedPermissions, usersWith } from './table.ts';

/** A smaller set of roles, and the access that users would lose with it. No role gives a pair that is not in the holdings. */
export interface Point {
  /** Positions in the roles of the curve. */
  readonly roles: readonly number[];
  /** The number of pairs that these roles do not give. */
  readonly missing: number;
  /** A lower bound: every set of this many roles misses at least this many pairs. */
  readonly missingAtLeast: number;
}

export interface Curve {
  /** The roles that points use. */
  readonly roles: readonly Role[];
  /** The first point has the fewest roles that miss no pair. Each further point has one role fewer. */
  readonly points: readonly Point[];
}

export interface CurveOptions extends Options {
  /** The curve ends before the first point with more missing pairs than this. Default: it ends with no role. */
  readonly tolerated?: number;
}

/** Roles before numbering, and the pairs that they miss. */
interface Draft {
  readonly roles: readonly Cover[];
  readonly missing: number;
}

interface Cover {
  readonly permissions: Bits;
  /** Positions in the rows of the table. */
  readonly users: readonly number[];
}

/**
 * Returns, for each smaller number of roles, a set of roles that misses few pairs. Finding the best set is weighted maximum
 * coverage, which is NP-hard. So `missing` is only an upper bound of the minimum. It is the better result of two heuristics:
 * - Start with the fewest roles, and repeatedly drop the role whose loss leaves the fewest pairs missing.
 * - Start without roles, and repeatedly add the role that gives the most new pairs. The candidates are the fewest roles,
 *   the whole access of each user, and the common permissions of the holders of each permission.
 *
 * `missingAtLeast` is a lower bound, which follows from the blocks of the certificate.
 *
 * Time is O(r·s), where r is the number of roles and candidates, and s the number of their pairs of groups. After the
 * deadline, the curve ends with the points found so far.
 */
export function curve(holdings: Holdings, fewest: FewestRoles, options: CurveOptions = {}): Curve {
  const { deadline = () => false, tolerated = Number.POSITIVE_INFINITY } = options;
  const over = latched(deadline);
  const groups = groupEqual(holdings);
  const start = fewest.roles.map((role) => coverOf(groups, permissionsOf(groups, role)));
  const losses = leastLosses(groups, fewest);
  const drafts = byDropping(groups, start, over);
  for (const added of byAdding(groups, [...start, ...candidates(groups)], start.length, over)) {
    const i = start.length - added.roles.length;
    const dropped = drafts[i];
    if (dropped !== undefined && added.missing < dropped.missing) drafts[i] = added;
  }
  const within = drafts.findIndex(({ missing }) => missing > tolerated);
  const kept = within < 0 ? drafts : drafts.slice(0, within);
  const used = [...new Set(kept.flatMap(({ roles }) => roles))];
  const position = new Map(used.map((role, i) => [role, i]));
  return {
    roles: used.map(({ permissions }) => roleOf(groups, permissions)),
    points: kept.map(({ roles, missing }) => ({
      roles: roles.map((role) => position.get(role) as number),
      missing,
      missingAtLeast: losses[roles.length] ?? 0,
    })),
  };
}

/**
 * Returns a lower bound of the missing pairs with 0, 1, … roles. A block that needs n roles but has only m misses at least
 * n - m of its pairs: otherwise, m roles and one role for each missing pair would cover the block with fewer than n roles.
 * A pair of groups stands for several pairs of equal users and permissions, so each loss counts at least the smallest such
 * number in the block.
 */
function leastLosses(groups: Groups, { blocks }: FewestRoles): number[] {
  const equalUsers = sizes(groups.users);
  const equalPermissions = sizes(groups.permissions);
  const losses = blocks.flatMap(({ pairs, roles }) => {
    const weights = pairs.map(([user, permission]) => equalUsers(user) * equalPermissions(permission));
    return Array.from({ length: roles }, () => Math.min(...weights));
  });
  losses.sort((a, b) => b - a);
  const sums = [0];
  for (const loss of losses.toReversed()) sums.push((sums.at(-1) as number) + loss);
  return sums.reverse();
}

function sizes(groups: readonly (readonly number[])[]): (member: number) => number {
  const size = new Map(groups.flatMap((group) => group.map((member) => [member, group.length])));
  return (member) => size.get(member) as number;
}

function byDropping(groups: Groups, start: readonly Cover[], over: () => boolean): Draft[] {
  const weight = weights(groups);
  const columns = groups.permissions.length;
  const times = new Uint32Array(groups.users.length * columns);
  const cells = new Map(start.map((cover) => [cover, cellsOf(cover, columns)]));
  for (const own of cells.values()) for (const cell of own) times[cell] = (times[cell] as number) + 1;
  let missing = 0;
  const drafts: Draft[] = [{ roles: start, missing }];
  while (cells.size > 0 && !over()) {
    let least: Cover | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const [cover, own] of cells) {
      let lost = 0;
      for (const cell of own) if (times[cell] === 1) lost += weight(cell);
      if (lost >= fewest) continue;
      fewest = lost;
      least = cover;
    }
    for (const cell of cells.get(least as Cover) ?? []) times[cell] = (times[cell] as number) - 1;
    cells.delete(least as Cover);
    missing += fewest;
    drafts.push({ roles: [...cells.keys()], missing });
  }
  return drafts;
}

/**
 * Yields the drafts with 0, 1, … roles, up to `end` - 1. Each step adds the role with the largest gain. A gain never grows
 * when a role is added, so it is computed again only when it is the largest known gain.
 */
function* byAdding(groups: Groups, choices: readonly Cover[], end: number, over: () => boolean): Generator<Draft> {
  const weight = weights(groups);
  const columns = groups.permissions.length;
  const open = new Uint8Array(groups.users.length * columns);
  let missing = 0;
  groups.table.rows.forEach((row, user) => {
    for (const permission of membersOf(row)) {
      open[user * columns + permission] = 1;
      missing += weight(user * columns + permission);
    }
  });
  const gainOf = (cover: Cover) =>
    cellsOf(cover, columns).reduce((gain, cell) => gain + (open[cell] === 1 ? weight(cell) : 0), 0);
  const gains = choices.map(gainOf);
  const roles: Cover[] = [];
  while (roles.length < end && !over()) {
    yield { roles: [...roles], missing };
    if (missing === 0) return;
    for (;;) {
      const leader = gains.reduce((best, gain, i) => (gain > (gains[best] as number) ? i : best), 0);
      const cover = choices[leader] as Cover;
      const gain = gainOf(cover);
      const current = gain === gains[leader];
      gains[leader] = gain;
      if (!current) continue;
      gains[leader] = 0;
      for (const cell of cellsOf(cover, columns)) open[cell] = 0;
      missing -= gain;
      roles.push(cover);
      break;
    }
  }
}

function candidates({ table }: Groups): Cover[] {
  const byRow = table.rows.map((permissions) => ({ permissions, users: usersWith(table, permissions) }));
  const byColumn = table.columns.map((holders) => {
    const users = membersOf(holders);
    return { permissions: sharedPermissions(table, users), users };
  });
  return [...byRow, ...byColumn];
}

function coverOf({ table }: Groups, permissions: Bits): Cover {
  return { permissions, users: usersWith(table, permissions) };
}

function permissionsOf({ permissions }: Groups, role: Role): Bits {
  const given = new Set(role.permissions);
  const own = emptyBits(permissions.length);
  permissions.forEach((group, i) => {
    if (given.has(group[0] as number)) add(own, i);
  });
  return own;
}

/** The pairs of groups as numbers: row times the number of columns, plus column. */
function cellsOf({ users, permissions }: Cover, columns: number): number[] {
  const own = membersOf(permissions);
  return users.flatMap((user) => own.map((permission) => user * columns + permission));
}

/** Returns the number of pairs that each pair of groups represents. */
function weights({ users, permissions }: Groups): (cell: number) => number {
  const rows = users.map(({ length }) => length);
  const columns = permissions.map(({ length }) => length);
  return (cell) => (rows[Math.floor(cell / columns.length)] as number) * (columns[cell % columns.length] as number);
}
