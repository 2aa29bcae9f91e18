import type { AccessRequest } from '@licet/contract';
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { applicationsQuery } from '../../blocks/chips.tsx';
import { recordedRequest } from '../../blocks/recorded.ts';
import { client } from '../../session/client.ts';
import type { View } from './address.ts';

const PAGE = 50;
// Changes arrive over the event stream; this interval is for networks that block the stream.
const LOOK_AGAIN_MS = 60_000;
const YEAR_SECONDS = 365 * 86_400;

/** The first items of each kind that wait for the viewer. */
export const inboxQuery = queryOptions({
  queryKey: ['inbox', 'items'],
  queryFn: async ({ signal }) => {
    const inbox = await client.me.inbox({ signal });
    const items = inbox.requests.items.map((item) => recordedRequest(item));
    return { ...inbox, requests: { ...inbox.requests, items } };
  },
  refetchInterval: LOOK_AGAIN_MS,
});

/** Starts to load the items and the names of their applications, while the code of the screen loads. */
export function prepareInbox(queryClient: QueryClient): void {
  void queryClient.prefetchQuery(inboxQuery);
  void queryClient.prefetchQuery(applicationsQuery);
}

/** The last run of a directory's synchronisation. */
export const syncRunQuery = (connection: string) =>
  queryOptions({
    queryKey: ['connections', connection, 'sync'],
    queryFn: ({ signal }) => client.connections.syncState({ params: { connection }, signal }),
  });

/** The access that ends next, for a viewer without anything to do. */
export const nextEndingsQuery = queryOptions({
  queryKey: ['endings', 'next'],
  queryFn: ({ signal }) => client.endings.list({ query: { within: YEAR_SECONDS, limit: 2, sort: 'ends' }, signal }),
});

/** One of the lists of requests, newest first, paginated. */
export const requestsQuery = (view: Exclude<View, 'waiting'>) =>
  infiniteQueryOptions({
    queryKey: ['requests', 'list', view],
    queryFn: async ({ signal, pageParam }) => {
      const page = await client.requests.list({
        query: { view, sort: '-asked', limit: PAGE, ...(pageParam !== '' && { cursor: pageParam }) },
        signal,
      });
      return { ...page, items: page.items.map((item) => recordedRequest(item)) };
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
  });

/** One request. Used if no loaded list contains it. */
export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: ['requests', 'one', id],
    queryFn: async ({ signal }) => recordedRequest(await client.requests.get({ params: { request: id }, signal })),
  });

/** The values of a decision that grants less than was requested. */
export interface Less {
  gives?: { kind: 'role' | 'permission'; id: string };
  seconds?: number;
}

/** The effects of an approval. The previous plan stays visible while the next one is computed. */
export const planQuery = (request: AccessRequest, less: Less) =>
  queryOptions({
    queryKey: ['requests', 'plan', request.id, request.version, less],
    queryFn: ({ signal }) => client.requests.plan({ params: { request: request.id }, body: less, signal }),
    placeholderData: keepPreviousData,
  });

/** The roles and permissions that can be requested in an application. */
export const catalogueQuery = (application: string) =>
  queryOptions({
    queryKey: ['me', 'catalogue', application],
    queryFn: ({ signal }) => client.me.catalogue({ params: { application }, signal }),
  });

/** Whether the viewer has a permission, and who decides requests for it. */
export const ownDecisionQuery = (application: string, permission: string) =>
  queryOptions({
    queryKey: ['me', 'decision', application, permission],
    queryFn: ({ signal }) => client.me.decision({ params: { application }, query: { permission }, signal }),
  });

/** The grant that resulted from a request, in its present state. */
export const grantQuery = ({ application, user, decision }: AccessRequest) =>
  queryOptions({
    queryKey: ['requests', 'grant', decision?.grant],
    queryFn: async ({ signal }) => {
      const query = { principal: user.id, limit: 200 };
      const { items } = await client.grants.list({ params: { application: application.id }, query, signal });
      return items.find(({ id }) => id === decision?.grant) ?? null;
    },
  });
