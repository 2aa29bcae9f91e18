import type { Access, AccessItem, AccessPath, Grant } from '@licet/contract';
import { ENDING_SOON_MS } from '../../ui/time.tsx';

/** A line of the tab Access: a permission or a role that the user holds, or a direct grant. */
export interface AccessRow {
  id: string;
  /** The id of the application. */
  application: string;
  kind: 'role' | 'permission';
  item: AccessItem;
  /** Whether the application reports use. */
  isReported?: boolean | undefined;
  /** The direct grants of the user by id. */
  direct: ReadonlyMap<string, Grant>;
}

/** A line of the table: an entry with its first path, a further path, or the number of paths not shown. */
export interface AccessLine {
  id: string;
  row: AccessRow;
  kind: 'first' | 'also' | 'more';
  path?: AccessPath | undefined;
  /** The grant to the user at the start of the path, if the viewer can change it here. */
  grant?: Grant | undefined;
}

const PATHS_SHOWN = 3;

/** The lines of an entry: one for each of the first paths, then one for the others. */
export function linesOf(row: AccessRow): AccessLine[] {
  const { paths, pathCount } = row.item;
  const lines = paths.slice(0, PATHS_SHOWN).map((path, place): AccessLine => {
    const first = place === 0;
    return {
      id: first ? row.id : `${row.id} ${place}`,
      row,
      kind: first ? 'first' : 'also',
      path,
      grant: grantOf(row, path),
    };
  });
  if (lines.length === 0) return [{ id: row.id, row, kind: 'first' }];
  return pathCount > lines.length ? [...lines, { id: `${row.id} more`, row, kind: 'more' }] : lines;
}

/** The grant to the user at the start of a path. */
export const grantOf = ({ direct }: AccessRow, { groups, grant }: AccessPath): Grant | undefined =>
  groups.length === 0 ? direct.get(grant) : undefined;

/** How the access ends in steps: the first end, and the path that remains after it. */
export interface Steps {
  first: AccessPath & { ends: string };
  last: AccessPath;
}

/** Returns the steps in which the access ends, if it outlasts its first end. Undefined if some paths are not listed. */
export function stepsOf({ paths, pathCount }: Pick<AccessItem, 'paths' | 'pathCount'>): Steps | undefined {
  if (pathCount > paths.length) return undefined;
  const byEnd = [...paths].sort((one, other) => endTime(one) - endTime(other));
  const [first, last] = [byEnd[0], byEnd.at(-1)];
  if (!first || !last || first.ends === null || endTime(first) === endTime(last)) return undefined;
  return { first: { ...first, ends: first.ends }, last };
}

const endTime = ({ ends }: AccessPath): number => (ends === null ? Number.POSITIVE_INFINITY : Date.parse(ends));

/** The path by which the user keeps the access without this grant; undefined if there is none. */
export const keptBy = ({ paths }: AccessItem, grant: string): AccessPath | undefined =>
  paths.find((path) => path.grant !== grant);

/** The line of a direct grant. */
export function rowOfGrant(grant: Grant): AccessRow {
  const { id, application, gives, starts, ends, grantedBy, reason } = grant;
  const path: AccessPath = {
    grant: id,
    groups: [],
    roles: [],
    admin: false,
    starts,
    joined: null,
    ends,
    grantedBy,
    reason,
    request: null,
  };
  const item = { id: gives.id, name: gives.name, title: gives.title, paths: [path], pathCount: 1 };
  return { id, application, kind: gives.kind, item, direct: new Map([[id, grant]]) };
}

/** The line of a permission or a role. `direct` are the direct grants of the user by id. */
export function rowOfItem(
  application: string,
  kind: AccessRow['kind'],
  item: AccessItem,
  direct: ReadonlyMap<string, Grant>,
  reportedSince?: string | null,
): AccessRow {
  return { id: item.id, application, kind, item, direct, isReported: reportedSince != null };
}

/** Puts the lines of each application together, in the order of their first line. */
export function byApplication(rows: readonly AccessRow[]): AccessRow[] {
  const applications = [...new Set(rows.map(({ application }) => application))];
  return applications.flatMap((application) => rows.filter((row) => row.application === application));
}

/**
 * The permissions that end within seven days. A role is listed only if none of these permissions comes through it, for
 * example the role admin.
 */
export function endingItems(
  { roles, permissions }: { roles: Access['roles']; permissions: readonly AccessItem[] },
  now: Date,
): { kind: AccessRow['kind']; item: AccessItem }[] {
  const endsSoon = (item: AccessItem) => {
    const end = endOfAccess(item);
    return end !== null && Date.parse(end) - now.getTime() <= ENDING_SOON_MS;
  };
  const ending = permissions.filter(endsSoon);
  const through = new Set(ending.flatMap(({ paths }) => paths.flatMap((path) => path.roles.map(({ id }) => id))));
  return [
    ...roles.filter((role) => endsSoon(role) && !through.has(role.id)).map((item) => ({ kind: 'role' as const, item })),
    ...ending.map((item) => ({ kind: 'permission' as const, item })),
  ];
}

/** Returns the latest expiry of the paths; null if a path does not expire, or if some paths are not listed. */
export function endOfAccess(item: Pick<AccessItem, 'paths' | 'pathCount'>): string | null {
  const ends = item.paths.map((path) => path.ends);
  if (item.pathCount > ends.length || ends.length === 0) return null;
  return ends.reduce((last, end) => (last === null || end === null ? null : later(last, end)));
}

function later(one: string, other: string): string {
  return Date.parse(one) >= Date.parse(other) ? one : other;
}

const FRESH_MS = 10_000;

/** Whether access by a direct grant began a moment ago. Such a line is highlighted. */
export function isFresh({ path }: Pick<AccessLine, 'path'>, now: Date): boolean {
  if (!path || path.groups.length > 0) return false;
  const age = now.getTime() - Date.parse(path.starts);
  return age < FRESH_MS && age > -FRESH_MS * 3;
}
