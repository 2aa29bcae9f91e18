import type { RevertedTable } from '../../../store/reverts/things.ts';

const clientColumns = {
  name: 'name',
  redirect_uris: 'redirectUris',
  post_logout_redirect_uris: 'postLogoutRedirectUris',
  web_origins: 'webOrigins',
  backchannel_logout_uri: 'backchannelLogoutUri',
  require_pkce: 'requirePkce',
  id_token_algorithm: 'idTokenAlgorithm',
  require_pushed_authorization: 'requirePushedAuthorization',
} as const;

/** The columns of a fact that a change may say, with what its call names them. */
const columns: Partial<Record<RevertedTable, Readonly<Record<string, string>>>> = {
  users: { username: 'username', email: 'email', name: 'name', status: 'status' },
  groups: { name: 'name', description: 'description' },
  applications: { name: 'name', description: 'description' },
  permissions: { name: 'name', title: 'title' },
  roles: { name: 'name', title: 'title' },
  clients: clientColumns,
  settings: { organisation: 'organisation', remind_days: 'remindDays' },
};

export const fieldsOf = (table: RevertedTable): [column: string, field: string][] =>
  Object.entries(columns[table] ?? {});

export const isEntity = (table: RevertedTable): boolean => table !== 'settings' && columns[table] !== undefined;

/** The fields of a former client, in the form of its call. */
export const clientFields = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(clientColumns).map(([column, field]) => [field, fields[column]])) as {
    name: string;
  };

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
