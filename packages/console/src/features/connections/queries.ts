import { queryOptions } from '@tanstack/react-query';
import { client } from '../../session/client.ts';

/** The providers that people sign in by. */
export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: ({ signal }) => client.connections.list({ signal }),
});

/** Whether the policy lets people sign in by any. */
export const providersTaken = queryOptions({
  queryKey: ['policy'],
  queryFn: ({ signal }) => client.policy.get({ signal }),
  select: ({ ways }) => ways.includes('provider'),
});
