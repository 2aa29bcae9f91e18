import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../../session/client.ts';
import type { OwnCredentials } from '@licet/contract';
import { credentialWords as words } from './words.ts';

/** What I may do, an application a line. */
export const myAccess = queryOptions({
  queryKey: ['me', 'access'],
  queryFn: ({ signal }) => client.me.access({ signal }),
});

/** What I may do in one application, a page after the other. */
export const myAccessIn = (application: string, q: string) =>
  infiniteQueryOptions({
    queryKey: ['me', 'access', application, q],
    queryFn: ({ signal, pageParam }) =>
      client.me.accessIn({ params: { application }, query: { q, cursor: pageParam, limit: 50 }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.permissions.next ?? undefined,
    placeholderData: keepPreviousData,
  });

/** What I sign in with. */
export const myCredentials = queryOptions({
  queryKey: ['me', 'credentials'],
  queryFn: ({ signal }) => client.credentials.list({ signal }),
});

/** Where I am signed in. */
export const mySessions = queryOptions({
  queryKey: ['me', 'sessions'],
  queryFn: ({ signal }) => client.me.sessions({ signal }),
});

/** The browsers that I am known in. */
export const myBrowsers = queryOptions({
  queryKey: ['me', 'browsers'],
  queryFn: ({ signal }) => client.me.browsers({ signal }),
});

/** My sign-in log, latest first. */
export const mySignIns = infiniteQueryOptions({
  queryKey: ['me', 'sign-ins'],
  queryFn: ({ signal, pageParam }) =>
    client.me.signIns({ query: { sort: '-at', cursor: pageParam, limit: 50 }, signal }),
  initialPageParam: '',
  getNextPageParam: (last) => last.next ?? undefined,
});

/** A secret for an authenticator app, made when it is asked for; it counts once its first code was entered. */
export const totpOffer = queryOptions({
  queryKey: ['me', 'totp-offer'],
  queryFn: () => client.credentials.beginTotp({}),
  gcTime: 0,
  staleTime: 'static', // what else changes does not ask for another one
  retry: false,
});

/** Whether what one signs in with can be changed now. */
export const mayChange = ({ freshUntil }: OwnCredentials): boolean =>
  freshUntil !== null && Date.parse(freshUntil) > Date.now();

/** Why a button that changes something cannot be used, for the button. */
export const whyNot = (own: OwnCredentials): { reason?: string } =>
  mayChange(own) ? {} : { reason: words.signInFirst };
