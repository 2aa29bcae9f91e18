import { calls } from '@licet/contract';
import * as z from 'zod';
import { addressReader } from '../../blocks/read-address.ts';

/** The address of the settings: the query of the outbox, and what is open or being added on a tab. */
export const readSettings = addressReader(calls.mail.list.query, {
  open: z.uuid(),
  add: z.string().max(20),
});
