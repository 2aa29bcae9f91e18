import { queryOptions } from '@tanstack/react-query';
import { client } from '../session/client.ts';

/** The organisation's name. */
export const organisationQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => client.settings.get({ signal }),
  select: ({ organisation }) => organisation,
});
