import { queryOptions } from '@tanstack/react-query';
import { client } from '../../session/client.ts';

/** How the sign-in pages look. */
export const appearanceQuery = queryOptions({
  queryKey: ['appearance'],
  queryFn: ({ signal }) => client.appearance.get({ signal }),
});
