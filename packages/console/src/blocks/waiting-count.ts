import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { client } from '../session/client.ts';
import { setNavCount } from '../shell/navigation.ts';
import { useDraftLines } from './draft/draft-button.tsx';

// The event stream reports changes; this interval is for networks that block the stream.
const LOOK_AGAIN_MS = 60_000;

const countsQuery = queryOptions({
  queryKey: ['inbox', 'counts'],
  queryFn: async ({ signal }) => {
    const { requests, endings, reviews, emergencies, syncs } = await client.me.inbox({ query: { limit: 0 }, signal });
    return {
      waiting: requests.total + reviews.total + emergencies.total + syncs.total,
      ending: endings.total,
    };
  },
  refetchInterval: LOOK_AGAIN_MS,
});

/** The numbers of things that wait for the user. */
interface WaitingCounts {
  /** The number of things that the user must decide; a draft counts as one. Undefined until the server has answered. */
  readonly waiting: number | undefined;
  /**
   * The number of grants and exceptions that end soon and that the user may extend. A reminder only: the number in the
   * navigation does not include it.
   */
  readonly ending: number | undefined;
  /** Whether the numbers could not be loaded. */
  readonly failed: boolean;
}

export function useWaiting(): WaitingCounts {
  const { data, isError } = useQuery(countsQuery);
  const drafts = useDraftLines().length > 0 ? 1 : 0;
  return { waiting: data && data.waiting + drafts, ending: data?.ending, failed: isError };
}

/** Updates the number beside “Inbox” in the navigation. */
export function useWaitingCount(): void {
  const { waiting = 0 } = useWaiting();
  useEffect(() => setNavCount('/inbox', waiting), [waiting]);
}
