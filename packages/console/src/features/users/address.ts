import { calls } from '@licet/contract';
import * as z from 'zod';
import { addressReader, flag } from '../../blocks/read-address.ts';

/** The tabs of a user's page. */
export const userTabs = ['access', 'groups', 'grants', 'sessions', 'activity', 'details'] as const;
export type UserTab = (typeof userTabs)[number];

/** The URL parameters of the list of users. */
export const readUsers = addressReader(calls.users.list.query, { add: flag });
type UsersAddress = ReturnType<typeof readUsers>;

/** The filters in the URL, without the sort order, the cursor and the open panel. */
export function filterOf({ sort: _sort, cursor: _cursor, add: _add, ...filter }: UsersAddress) {
  return filter;
}

const { sort: _order, cursor: _place, limit: _size, ...filters } = calls.users.list.query.shape;

/** Clears all filters. */
export const noFilter: Partial<UsersAddress> = Object.fromEntries(
  Object.keys(filters).map((name) => [name, undefined]),
);

/** The URL parameters of one user: `open` names the expanded applications. */
export const readUser = addressReader(z.object({ q: z.string() }), {
  tab: z.enum(userTabs),
  state: z.enum(['over', 'changes']),
  open: z.string(),
  /** The application that the open grant form is for. */
  grant: z.string(),
});
