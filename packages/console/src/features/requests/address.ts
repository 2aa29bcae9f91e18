import { calls } from '@licet/contract';
import * as z from 'zod';
import { addressReader, flag } from '../../blocks/read-address.ts';

/** The three lists: what waits for me, what I asked for, and what was decided. */
export const views = ['waiting', 'mine', 'decided'] as const;
export type View = (typeof views)[number];

const name = z.string().max(200);

/**
 * The address of the requests. Without a view it is the list that the open request is in, or the viewer's first; `add` opens
 * the form that asks for access, begun with an application and a role or a permission; `together` shows what is picked, on a phone too.
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

/** The list that an address names; what can be asked for is none of requests. */
export const listIn = ({ view }: RequestsAddress): View | undefined => (view === 'catalogue' ? 'mine' : view);

export type RequestsAddress = ReturnType<typeof readRequests>;
