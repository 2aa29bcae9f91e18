import { queryOptions } from '@tanstack/react-query';
import { client } from '../session/client.ts';

/** The roles that the user may take at once, in any application. */
export const roleOffersQuery = queryOptions({
  queryKey: ['emergencies', 'offers'],
  queryFn: ({ signal }) => client.breakGlass.offers({ signal }),
});
