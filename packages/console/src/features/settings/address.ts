import { calls } from '@licet/contract';
import * as z from 'zod';
import { addressReader } from '../../blocks/read-address.ts';

/** The address of the settings: that of the outbox, with what is open beside a list, or being added to it. */
export const readSettings = addressReader(calls.mail.list.query, {
  open: z.uuid(),
  add: z.string().max(20),
});
