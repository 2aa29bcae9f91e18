import type { RevertedTable } from '../../../store/reverts/histories.ts';

/** The tables whose rows have fields that a call changes. */
const withFields: ReadonlySet<RevertedTable> = new Set([
  'users',
  'groups',
  'applications',
  'permissions',
  'roles',
  'clients',
  'settings',
]);

/**
 * Columns that Licet computes, and columns that no call changes. Any other column is a field of a call, with its name
 * in camel case.
 */
const kept: ReadonlySet<string> = new Set([
  'id',
  'app_id',
  'key',
  'kind',
  'built_in',
  'created_no',
  'username_key',
  'email_key',
  'name_key',
  'search',
  'sought',
  'skeleton',
  'salt',
  'committed',
]);

const fieldOf = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Returns the columns of a row that calls can change, each with the name of its field. Other tables have none. */
export const fieldsOf = (
  table: RevertedTable,
  row: Readonly<Record<string, unknown>>,
): [column: string, field: string][] =>
  withFields.has(table)
    ? Object.keys(row).flatMap((column): [string, string][] => (kept.has(column) ? [] : [[column, fieldOf(column)]]))
    : [];

export const isEntity = (table: RevertedTable): boolean => table !== 'settings' && withFields.has(table);

/** The body of the call that recreates an object from an earlier row. Other calls set its status. */
export const bodyOf = (table: RevertedTable, row: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    fieldsOf(table, row).flatMap(([column, field]) => (column === 'status' ? [] : [[field, row[column]]])),
  ) as { name: string; username: string };

const kinds: Readonly<Record<RevertedTable, string>> = {
  users: 'user',
  groups: 'group',
  applications: 'application',
  permissions: 'permission',
  roles: 'role',
  clients: 'client',
  grants: 'grant',
  memberships: 'member',
  inclusions: 'role',
  role_permissions: 'role',
  owners: 'owner',
  settings: 'settings',
  role_policies: 'policy',
  separations: 'separation',
  separation_exceptions: 'exception',
};
export const kindOf = (table: RevertedTable): string => kinds[table];
