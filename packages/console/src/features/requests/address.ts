import { calls } from '@licet/contract';
import * as z from 'zod';
import { addressReader, flag } from '../../blocks/read-address.ts';

/** The three lists: waiting for the viewer, asked by the viewer, and decided. */
export const views = ['waiting', 'mine', 'decided'] as const;
export type View = (typeof views)[number];

const name = z.string().max(200);

/**
 * The address of the requests. Without a view it is the list that contains the open request, or else the viewer's first
 * list. `add` opens the form for a new request, filled in with an application and a role or permission. `together` shows
 * the selected requests, also on a phone.
 */
export const readRequests = addressReader(calls.requests.list.query, {
  view: z.enum([...views, 'catalogue']),
  request: name,
  add: flag,
  together: flag,
  application: name,
  role: name,
  renews: name,
  permission: name,
});

/** The list in the address; undefined for the catalogue, which is not a list of requests. */
export const listIn = ({ view }: RequestsAddress): View | undefined => (view === 'catalogue' ? 'mine' : view);

export type RequestsAddress = ReturnType<typeof readRequests>;
