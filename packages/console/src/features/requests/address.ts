import { calls } from '@licet/contract';
import * as z from 'zod';
import { addressReader, flag } from '../../blocks/read-address.ts';

/** The three lists: requests waiting for the viewer, the viewer's own, and decided ones. */
export const views = ['waiting', 'mine', 'decided'] as const;
export type View = (typeof views)[number];

const name = z.string().max(200);

/**
 * The address of the requests. Without a view, it shows the list that contains the open request, or else the viewer's
 * default list. `add` opens the form for a new request, prefilled with an application and a role or permission.
 * `together` shows the panel of the selected requests, which a phone does not show otherwise.
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
