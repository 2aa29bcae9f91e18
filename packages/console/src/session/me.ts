import type { Me } from '@licet/contract';
import { useAccess } from '@licet/react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { client } from './client.ts';

/** The signed-in user, and the applications that they own. Loaded before any screen is shown. */
export const meQuery = queryOptions({
  queryKey: ['me', 'get'],
  queryFn: ({ signal }) => client.me.get({ signal }),
  staleTime: 60_000,
});

/** The signed-in user; undefined only on screens that also work signed out, such as the token inspector. */
export function useMe(): Me | undefined {
  const { user } = useAccess();
  return useQuery({ ...meQuery, enabled: user !== undefined }).data;
}

/** Whether Licet sends mail. If not, texts must not promise a mail. */
export const useSendsMail = (): boolean => useMe()?.sendsMail === true;
