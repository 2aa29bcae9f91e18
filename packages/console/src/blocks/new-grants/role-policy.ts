import { queryOptions } from '@tanstack/react-query';
import { client } from '../../session/client.ts';

/** The policy of a role. */
export const rolePolicyQuery = (application: string, role: string) =>
  queryOptions({
    queryKey: ['applications', application, 'role', role, 'policy'],
    queryFn: ({ signal }) => client.roles.policy({ params: { application, role }, signal }),
  });
