import { calls } from '@licet/contract';
import * as z from 'zod';
import { listAddress } from '../../blocks/lists/list-address.ts';
import { addressReader } from '../../blocks/read-address.ts';

/** The URL parameters of the settings: the query of the outbox, and the open panel or form of a tab. */
export const readSettings = addressReader(calls.mail.list.query, {
  ...listAddress,
  open: z.uuid(),
  add: z.string().max(20),
});

export type SettingsAddress = ReturnType<typeof readSettings>;
