import { calls } from '@licet/contract';
import * as z from 'zod';
import { addressReader, flag } from '../../blocks/read-address.ts';
import { DRAFT, itemKinds, requestKey } from './todo/items.ts';

/** The three lists: what waits for the viewer, the viewer's own requests, and decided requests. */
export const views = ['waiting', 'decided', 'mine'] as const;
export type View = (typeof views)[number];

const name = z.string().max(200);

/**
 * The URL parameters of the Inbox:
 * - `view`: the list. By default it is the list that contains the open item, or else the viewer's default list.
 * - `request`: the open request. `open`: the open item of another kind, as `KIND.ID`.
 * - `only`: shows one kind of items.
 * - `lines`: shows some of the lines of a review.
 * - `add`: opens the form for a new request, prefilled with an application and a role or permission.
 * - `together`: shows the panel of the selected requests on a phone. On larger screens it is always visible.
 */
export const readInbox = addressReader(calls.requests.list.query, {
  view: z.enum([...views, 'catalogue']),
  request: name,
  open: z.string().regex(/^(draft|(ending|review|emergency|sync)\.[\w-]{1,80})$/),
  only: z.enum(itemKinds),
  lines: z.enum(['open', 'unused']),
  add: flag,
  together: flag,
  application: name,
  role: name,
  renews: name,
  permission: name,
});

/**
 * Returns the list that the URL names, or undefined if it names none. For the catalogue, returns the viewer's own
 * requests. Only the list of things to do contains items that are not requests.
 */
export const listIn = ({ view, open }: InboxAddress): View | undefined =>
  view === 'catalogue' ? 'mine' : (view ?? (open === undefined ? undefined : 'waiting'));

/** The key of the item that the URL names. */
export const keyIn = ({ request, open }: InboxAddress): string | undefined =>
  request === undefined ? open : requestKey(request);

/** The parameters that name the item with this key. */
export const openedBy = (key: string | undefined): Pick<InboxAddress, 'request' | 'open'> =>
  key === undefined || key === DRAFT || !key.startsWith(requestKey(''))
    ? { request: undefined, open: key }
    : { request: key.slice(requestKey('').length), open: undefined };

export type InboxAddress = ReturnType<typeof readInbox>;
