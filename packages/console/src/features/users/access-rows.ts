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
  /** The direct grant that this line can change. */
  grant?: Grant | undefined;
}

/** The line of a direct grant. */
export function rowOfGrant(grant: Grant): AccessRow {
  const { id, application, gives, starts, ends, grantedBy, reason } = grant;
  const path: AccessPath = {
    grant: id,
    groups: [],
    roles: [],
    admin: false,
    starts,
    ends,
    grantedBy,
    reason,
    request: null,
  };
  const item = { id: gives.id, name: gives.name, title: gives.title, paths: [path], pathCount: 1 };
  return { id, application, kind: gives.kind, item, grant };
}

/** The line of a permission or a role. `direct` are the direct grants of the user by id. */
export function rowOfItem(
  application: string,
  kind: AccessRow['kind'],
  item: AccessItem,
  direct: ReadonlyMap<string, Grant>,
  reportedSince?: string | null,
): AccessRow {
  const path = item.paths.find(isAlone);
  return {
    id: item.id,
    application,
    kind,
    item,
    grant: path && direct.get(path.grant),
    isReported: reportedSince != null,
  };
}

/** Whether the path is a grant of the permission itself to the user. A role can only be changed as a whole. */
const isAlone = ({ groups, roles, admin }: AccessPath): boolean => groups.length === 0 && roles.length === 0 && !admin;

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
export const isFresh = ({ item }: AccessRow, now: Date): boolean =>
  item.paths.some(({ starts, groups }) => {
    const age = now.getTime() - Date.parse(starts);
    return groups.length === 0 && age < FRESH_MS && age > -FRESH_MS * 3;
  });
