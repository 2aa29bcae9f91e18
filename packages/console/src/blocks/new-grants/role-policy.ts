import { queryOptions } from '@tanstack/react-query';
import { client } from '../../session/client.ts';

/** How a role may be given. */
export const rolePolicyQuery = (application: string, role: string) =>
  queryOptions({
    queryKey: ['applications', application, 'role', role, 'policy'],
    queryFn: ({ signal }) => client.roles.policy({ params: { application, role }, signal }),
  });
