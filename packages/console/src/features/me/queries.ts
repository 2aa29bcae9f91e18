import type { OwnCredentials } from '@licet/contract';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../../session/client.ts';
import { credentialWords as words } from './words.ts';

/** The viewer's access in each application. */
export const myAccess = queryOptions({
  queryKey: ['me', 'access'],
  queryFn: ({ signal }) => client.me.access({ signal }),
});

/** The viewer's access in one application, paginated. */
export const myAccessIn = (application: string, q: string) =>
  infiniteQueryOptions({
    queryKey: ['me', 'access', application, q],
    queryFn: ({ signal, pageParam }) =>
      client.me.accessIn({ params: { application }, query: { q, cursor: pageParam, limit: 50 }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.permissions.next ?? undefined,
    placeholderData: keepPreviousData,
  });

/** The viewer's sign-in methods. */
export const myCredentials = queryOptions({
  queryKey: ['me', 'credentials'],
  queryFn: ({ signal }) => client.credentials.list({ signal }),
});

/** The viewer's sessions. */
export const mySessions = queryOptions({
  queryKey: ['me', 'sessions'],
  queryFn: ({ signal }) => client.me.sessions({ signal }),
});

/** The viewer's recognised browsers: those that the viewer has signed in with before. */
export const myBrowsers = queryOptions({
  queryKey: ['me', 'browsers'],
  queryFn: ({ signal }) => client.me.browsers({ signal }),
});

/** The viewer's sign-in log, latest first. */
export const mySignIns = infiniteQueryOptions({
  queryKey: ['me', 'sign-ins'],
  queryFn: ({ signal, pageParam }) =>
    client.me.signIns({ query: { sort: '-at', cursor: pageParam, limit: 50 }, signal }),
  initialPageParam: '',
  getNextPageParam: (last) => last.next ?? undefined,
});

/** A new secret for an authenticator app. It takes effect when the user enters its first code. */
export const totpOffer = queryOptions({
  queryKey: ['me', 'totp-offer'],
  queryFn: () => client.credentials.beginTotp({}),
  gcTime: 0,
  staleTime: 'static', // a refetch would replace the secret
  retry: false,
});

/** Whether the viewer's sign-in is recent enough to change sign-in methods. */
export const mayChange = ({ freshUntil }: OwnCredentials): boolean =>
  freshUntil !== null && Date.parse(freshUntil) > Date.now();

/** The `reason` property of a button: explains why it is disabled. */
export const whyNot = (own: OwnCredentials): { reason?: string } =>
  mayChange(own) ? {} : { reason: words.signInFirst };
