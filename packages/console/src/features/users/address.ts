import { calls } from '@licet/contract';
import * as z from 'zod';
import { listAddress, withoutLook } from '../../blocks/lists/list-address.ts';
import { addressReader, flag } from '../../blocks/read-address.ts';

/** The tabs of a user's page. */
const userTabs = ['access', 'groups', 'sessions', 'activity', 'details'] as const;
export type UserTab = (typeof userTabs)[number];

/** What the tab Access lists. `all` is the default and has no parameter. */
export type AccessView = 'all' | 'direct' | 'ending' | 'unused';

/** The URL parameters of the list of users. `open` is the user whose details are beside the list. */
export const readUsers = addressReader(calls.users.list.query, {
  add: flag,
  open: z.uuid(),
  ...listAddress,
});
type UsersAddress = ReturnType<typeof readUsers>;

/** The filters in the URL, without the sort order, the cursor and the open panel. */
export function filterOf(address: UsersAddress) {
  const { sort: _sort, cursor: _cursor, add: _add, open: _open, ...filter } = withoutLook(address);
  return filter;
}

const { sort: _order, cursor: _place, limit: _size, ...filters } = calls.users.list.query.shape;

/** Clears all filters. */
export const noFilter: Partial<UsersAddress> = Object.fromEntries(
  Object.keys(filters).map((name) => [name, undefined]),
);

/** The URL parameters of one user: `open` names the expanded applications. */
export const readUser = addressReader(z.object({ q: z.string() }), {
  // `grants` is a former tab. Its list is now a part of the tab Access.
  tab: z.enum([...userTabs, 'grants']),
  show: z.enum(['direct', 'ending', 'unused']),
  state: z.enum(['over']),
  open: z.string(),
  /** The question of the bar of 12 months: an application, and a permission, or all use of the application. */
  in: z.string(),
  ask: z.string(),
  /** The application that the open grant form is for. */
  grant: z.string(),
});
type UserAddress = ReturnType<typeof readUser>;

/**
 * The tab that an address opens. Viewers who may not read the audit log have no tab Activity. Their former one listed
 * the sign-ins.
 */
export function tabOf({ tab }: UserAddress, tabs: readonly UserTab[]): UserTab {
  const former = tab === 'grants' ? 'access' : tab === 'activity' ? 'sessions' : undefined;
  return tabs.find((name) => name === tab) ?? tabs.find((name) => name === former) ?? tabs[0] ?? 'details';
}

/** What the tab Access lists. */
export const viewOf = ({ tab, show }: UserAddress): AccessView => (tab === 'grants' ? 'direct' : (show ?? 'all'));
