import { calls } from '@licet/contract';
import * as z from 'zod';
import { addressReader, flag } from '../../blocks/address.ts';

/** The tabs of a user's page. */
export const userTabs = ['access', 'groups', 'grants', 'sessions', 'activity', 'details'] as const;
export type UserTab = (typeof userTabs)[number];

/** The address of the list of users. */
export const readUsers = addressReader(calls.users.list.query, { add: flag });

/** The address of one user: `open` names the applications whose access stands open. */
export const readUser = addressReader(z.object({ q: z.string() }), {
  tab: z.enum(userTabs),
  state: z.enum(['over', 'changes']),
  open: z.string(),
});
