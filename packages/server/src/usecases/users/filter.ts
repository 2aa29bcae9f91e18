import type { UserFilter } from '@licet/contract';
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
  if (group !== undefined && !access.can('groups.read'))
    refuse('forbidden', 'Listing users by their groups needs the permission groups.read of Licet.', {
      permission: 'groups.read',
    });
  if (application === undefined && role === undefined) return;
  const owned = application !== undefined && access.owns.has(application) && role === undefined;
  if (!access.can('access.read') && !owned)
    refuse('forbidden', 'Listing users by their access needs the permission access.read of Licet.', {
      permission: 'access.read',
    });
}

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
  const asked = [
    ...Object.entries({ deletion, invitation, missing }).flatMap(([name, value]) => (value ? [`“${name}”`] : [])),
    ...(sort?.endsWith('lastSignInAt') ? [`“sort=${sort}”`] : []),
  ];
  const [one] = asked;
  if (one)
    refuse('not_as_of', `${asked.join(' and ')} ${asked.length > 1 ? 'ask' : 'asks'} what Licet knows of now alone.`);
}

/**
 * Whom a change made can be asked of one that there is.
 * @throws Refusal `not_found`
 */
export async function requireImport({ connection }: Snapshot, { import: no }: UserFilter): Promise<void> {
  if (no === undefined) return;
  const { rowCount } = await connection.query(sql`select from change where no = ${no}`);
  if (rowCount === 0) refuse('not_found', `There is no change ${no}. An import says the number of its change.`);
}

/** The parts of a filter that are set. */
export const filterTold = (filter: UserFilter): object =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
