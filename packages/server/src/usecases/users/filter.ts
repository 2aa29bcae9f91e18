import type { LicetPermission, UserFilter } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { hasEvent } from '../../store/audit/events.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import type { CallerAccess } from '../authorise.ts';

/**
 * Filtering by access requires the right to see access, or ownership; filtering by group the right to see groups.
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

/** Refuses a filter by something that the caller may not read. */
export const refuseFilter = (filter: 'group' | 'access', permission: LicetPermission): never =>
  refuse('forbidden', 'filter_needs_permission', { filter, permission }, { permission });

/**
 * Sign-in methods and sign-ins are not facts: they are unknown for a past instant.
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
 * The change of an import filter must exist.
 * @throws Refusal `not_found`
 */
export async function requireImport(snapshot: Snapshot, { import: no }: UserFilter): Promise<void> {
  if (no !== undefined && !(await hasEvent(snapshot, no))) refuse('not_found', 'import_unknown', { event: no });
}

/** The parts of a filter that are set. */
export const filterTold = (filter: UserFilter): object =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
