import { adminRole, type Found, type Role } from '@licet/contract';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../session/client.ts';
import { findWords as words } from './words.ts';

/** The title of a role, as its maker wrote it; the built-in one is Licet's, in the language of the reader. */
export const roleTitle = ({ name, title }: Pick<Role, 'name' | 'title'>): string =>
  // A name that no role of people's own can have.
  name === adminRole ? words.admin : title;

/** The detail beside the name of a search result. */
export const detailOf = ({ kind, name, detail }: Pick<Found, 'kind' | 'name' | 'detail'>): string =>
  kind === 'role' ? roleTitle({ name, title: detail }) : detail;

/** The roles that the user may take at once, in any application. */
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
