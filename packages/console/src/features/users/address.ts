import { calls } from '@licet/contract';
import * as z from 'zod';
import { addressReader, flag } from '../../blocks/read-address.ts';

/** The tabs of a user's page. */
export const userTabs = ['access', 'groups', 'grants', 'sessions', 'activity', 'details'] as const;
export type UserTab = (typeof userTabs)[number];

/** The address of the list of users. */
export const readUsers = addressReader(calls.users.list.query, { add: flag });
type UsersAddress = ReturnType<typeof readUsers>;

/** Which users an address asks for: all that it says but their order, the place in the list and what is open beside it. */
export function filterOf({ sort: _sort, cursor: _cursor, add: _add, ...filter }: UsersAddress) {
  return filter;
}

const { sort: _order, cursor: _place, limit: _size, ...filters } = calls.users.list.query.shape;

/** A change of the address that shows everybody. */
export const noFilter: Partial<UsersAddress> = Object.fromEntries(
  Object.keys(filters).map((name) => [name, undefined]),
);

/** The address of one user: `open` names the applications whose access stands open. */
export const readUser = addressReader(z.object({ q: z.string() }), {
  tab: z.enum(userTabs),
  state: z.enum(['over', 'changes']),
  open: z.string(),
  /** The application in which a grant is being added for the user. */
  grant: z.string(),
});
