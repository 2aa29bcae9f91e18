import { queryOptions } from '@tanstack/react-query';
import { client } from '../../session/client.ts';

/** The settings of the organisation. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => client.settings.get({ signal }),
});
