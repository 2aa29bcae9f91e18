import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { client } from '../session/client.ts';
import { useMay } from '../session/may.ts';
import { setNavCount } from '../shell/navigation.ts';

// The event stream reports changes; this interval is for networks that block the stream.
const LOOK_AGAIN_MS = 60_000;

const waitingCountQuery = queryOptions({
  queryKey: ['requests', 'waiting-count'],
  queryFn: async ({ signal }) => (await client.requests.list({ query: { view: 'waiting', limit: 1 }, signal })).total,
  refetchInterval: LOOK_AGAIN_MS,
});

/** Updates the number of requests that wait for the user, beside “Requests” in the navigation. */
export function useWaitingCount(): void {
  const { ownsAny, may } = useMay();
  const decides = ownsAny || may('grants.manage');
  const { data = 0 } = useQuery({ ...waitingCountQuery, enabled: decides });
  useEffect(() => setNavCount('/inbox', decides ? data : 0), [decides, data]);
}
