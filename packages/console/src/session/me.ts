import type { Me } from '@licet/contract';
import { useAccess } from '@licet/react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { client } from './client.ts';

/** Who is signed in, and which applications they own. Loaded before any screen is shown. */
export const meQuery = queryOptions({
  queryKey: ['me', 'get'],
  queryFn: ({ signal }) => client.me.get({ signal }),
  staleTime: 60_000,
});

/** Who is signed in; undefined only where that may be nobody (the inspector of tokens). */
export function useMe(): Me | undefined {
  const { user } = useAccess();
  return useQuery({ ...meQuery, enabled: user !== undefined }).data;
}

/** Whether Licet sends mail. Where it does not, no sentence promises one. */
export const useSendsMail = (): boolean => useMe()?.sendsMail === true;
