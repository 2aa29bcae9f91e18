import { calls } from '@licet/contract';
import * as z from 'zod';
import { addressReader } from '../../blocks/address.ts';

/** The address of the settings: that of the outbox, with the mail that is open. */
export const readSettings = addressReader(calls.mail.list.query, { open: z.uuid() });
