import type { AccessRequest } from '@licet/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../../../session/client.ts';

/** What approving them would change together. The last answer stays in sight while the next is computed. */
export const planTogetherQuery = (requests: readonly AccessRequest[]) =>
  queryOptions({
    queryKey: ['requests', 'plan together', requests.map(({ id, version }) => [id, version])],
    queryFn: ({ signal }) => client.requests.planAll({ body: { requests: requests.map(({ id }) => id) }, signal }),
    placeholderData: keepPreviousData,
  });
