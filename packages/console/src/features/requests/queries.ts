import type { AccessRequest } from '@licet/contract';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { spokenRequest } from '../../blocks/spoken.ts';
import { client } from '../../session/client.ts';
import type { View } from './address.ts';

const PAGE = 50;
// Changes are told as they happen; this is for where the stream of them is blocked.
const LOOK_AGAIN_MS = 60_000;

/** One of the three lists, newest first, a page after the other. What waits is looked at again by itself. */
export const requestsQuery = (view: View) =>
  infiniteQueryOptions({
    queryKey: ['requests', 'list', view],
    queryFn: async ({ signal, pageParam }) => {
      const page = await client.requests.list({
        query: { view, sort: '-asked', limit: PAGE, ...(pageParam !== '' && { cursor: pageParam }) },
        signal,
      });
      return { ...page, items: page.items.map((item) => spokenRequest(item)) };
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
    refetchInterval: view === 'waiting' ? LOOK_AGAIN_MS : false,
  });

/** One request, when no list on the screen holds it. */
export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: ['requests', 'one', id],
    queryFn: async ({ signal }) => spokenRequest(await client.requests.get({ params: { request: id }, signal })),
  });

/** What to give in place of what was asked. */
export interface Less {
  gives?: { kind: 'role' | 'permission'; id: string };
  seconds?: number;
}

/** What approving would change. The last answer stays in sight while the next is computed. */
export const planQuery = (request: AccessRequest, less: Less) =>
  queryOptions({
    queryKey: ['requests', 'plan', request.id, request.version, less],
    queryFn: ({ signal }) => client.requests.plan({ params: { request: request.id }, body: less, signal }),
    placeholderData: keepPreviousData,
  });

/** What can be asked for in an application. */
export const catalogueQuery = (application: string) =>
  queryOptions({
    queryKey: ['me', 'catalogue', application],
    queryFn: ({ signal }) => client.me.catalogue({ params: { application }, signal }),
  });

/** Whether one may do something already, and who decides. */
export const ownDecisionQuery = (application: string, permission: string) =>
  queryOptions({
    queryKey: ['me', 'decision', application, permission],
    queryFn: ({ signal }) => client.me.decision({ params: { application }, query: { permission }, signal }),
  });

/** The grant that answered a request, as it is now. */
export const grantQuery = ({ application, user, decision }: AccessRequest) =>
  queryOptions({
    queryKey: ['requests', 'grant', decision?.grant],
    queryFn: async ({ signal }) => {
      const query = { principal: user.id, limit: 200 };
      const { items } = await client.grants.list({ params: { application: application.id }, query, signal });
      return items.find(({ id }) => id === decision?.grant) ?? null;
    },
  });
