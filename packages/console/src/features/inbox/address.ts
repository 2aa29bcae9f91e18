import { calls } from '@licet/contract';
import * as z from 'zod';
import { addressReader, flag } from '../../blocks/read-address.ts';

/** The three lists: requests waiting for the viewer, the viewer's own, and decided ones. */
export const views = ['waiting', 'mine', 'decided'] as const;
export type View = (typeof views)[number];

const name = z.string().max(200);

/**
 * The URL parameters of the requests:
 * - `view`: the list. By default it is the list that contains the open request, or else the viewer's default list.
 * - `add`: opens the form for a new request, prefilled with an application and a role or permission.
 * - `together`: shows the panel of the selected requests on a phone. On larger screens it is always visible.
 */
export const readInbox = addressReader(calls.requests.list.query, {
  view: z.enum([...views, 'catalogue']),
  request: name,
  add: flag,
  together: flag,
  application: name,
  role: name,
  renews: name,
  permission: name,
});

/**
 * Returns the list that the URL names, or undefined if it names none. For the catalogue, returns the viewer's own
 * requests.
 */
export const listIn = ({ view }: InboxAddress): View | undefined => (view === 'catalogue' ? 'mine' : view);

export type InboxAddress = ReturnType<typeof readInbox>;
