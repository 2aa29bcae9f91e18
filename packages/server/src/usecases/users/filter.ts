import type { LicetPermission, UserFilter } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { sql } from '../../store/kernel/sql.ts';
import type { CallerAccess } from '../authorise.ts';

/**
 * Who has access in an application is for those to see who may see access, or who own it; who is in a group for those who may see groups.
 * @throws Refusal `forbidden`
 */
export function requireMayFilter(
  access: CallerAccess,
  { application, role, group }: Pick<UserFilter, 'application' | 'role' | 'group'>,
): void {
  if (group !== undefined && !access.can('groups.read')) refuseFilter('group', 'groups.read');
  if (application === undefined && role === undefined) return;
  const owned = application !== undefined && access.owns.has(application) && role === undefined;
  if (!access.can('access.read') && !owned) refuseFilter('access', 'access.read');
}

/** Refuses a filter of which the caller may not read what it filters by. */
export const refuseFilter = (filter: 'group' | 'access', permission: LicetPermission): never =>
  refuse('forbidden', 'filter_needs_permission', { filter, permission }, { permission });

/**
 * What somebody signs in with, and whether they do, is no fact of access: as of another instant it is not known.
 * @throws Refusal `not_as_of`
 */
export function requireKnownThen({
  at,
  deletion,
  invitation,
  missing,
  sort,
}: UserFilter & { readonly at?: string | undefined; readonly sort?: string | undefined }): void {
  if (at === undefined) return;
  const filters = [
    ...Object.entries({ deletion, invitation, missing }).flatMap(([name, value]) => (value ? [`“${name}”`] : [])),
    ...(sort?.endsWith('lastSignInAt') ? [`“sort=${sort}”`] : []),
  ];
  if (filters.length > 0) refuse('not_as_of', 'known_only_now', { filters });
}

/**
 * Whom a change made can be asked of one that there is.
 * @throws Refusal `not_found`
 */
export async function requireImport({ connection }: Snapshot, { import: no }: UserFilter): Promise<void> {
  if (no === undefined) return;
  const { rowCount } = await connection.query(sql`select from change where no = ${no}`);
  if (rowCount === 0) refuse('not_found', 'import_unknown', { event: no });
}

/** The parts of a filter that are set. */
export const filterTold = (filter: UserFilter): object =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
