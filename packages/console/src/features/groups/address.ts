import { calls } from '@licet/contract';
import * as z from 'zod';
import { listAddress } from '../../blocks/lists/list-address.ts';
import { addressReader, flag } from '../../blocks/read-address.ts';

/** The tabs of a group. */
export const groupTabs = ['members', 'grants', 'details'] as const;
export type GroupTab = (typeof groupTabs)[number];

/** The address of the list of groups. */
export const readGroups = addressReader(calls.groups.list.query, { ...listAddress, add: flag });

/** The address of one group. */
export const readGroup = addressReader(calls.groups.members.query, {
  ...listAddress,
  tab: z.enum(groupTabs),
  state: z.literal('over'),
  /** The application for which a grant to the group is being added. */
  grant: z.string(),
});
