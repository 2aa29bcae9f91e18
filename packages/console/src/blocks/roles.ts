import { adminRole, type Found, licetApplication, licetRoles, type Role } from '@licet/contract';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../session/client.ts';
import { findWords as words } from './words.ts';

/**
 * Returns a role's title as its author wrote it. The built-in role has a title in the reader's language. Licet's
 * initial roles have one too, until an administrator changes it.
 */
export function roleTitle({ name, title }: Pick<Role, 'name' | 'title'>): string {
  // `adminRole` is reserved: no other role can have this name.
  if (name === adminRole) return words.admin;
  const initial = Object.hasOwn(licetRoles, name) && licetRoles[name]?.title === title;
  return (initial ? words.licetRoles[name] : undefined) ?? title;
}

/** The title of a permission. Titles of Licet's own permissions are in the reader's language. */
export const permissionTitle = (application: string | null, { name, title }: { name: string; title: string }): string =>
  (application === licetApplication && Object.hasOwn(words.licet, name) ? words.licet[name] : undefined) ?? title;

/** The title of a granted role or permission. */
export const givenTitle = (application: string, gives: { kind: string; name: string; title: string }): string =>
  gives.kind === 'role' ? roleTitle(gives) : permissionTitle(application, gives);

/** The detail beside the name of a search result. */
export function detailOf({ kind, name, detail, application }: Omit<Found, 'id' | 'exact'>): string {
  if (kind === 'role') return roleTitle({ name, title: detail });
  return kind === 'permission' ? permissionTitle(application, { name, title: detail }) : detail;
}

/** The roles of all applications that the user may take in an emergency. */
export const roleOffersQuery = queryOptions({
  queryKey: ['emergencies', 'offers'],
  queryFn: ({ signal }) => client.breakGlass.offers({ signal }),
});

/** The policy of a role. */
export const rolePolicyQuery = (application: string, role: string) =>
  queryOptions({
    queryKey: ['applications', application, 'role', role, 'policy'],
    queryFn: ({ signal }) => client.roles.policy({ params: { application, role }, signal }),
  });
