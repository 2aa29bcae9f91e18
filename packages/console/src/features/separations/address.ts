import { calls } from '@licet/contract';
import * as z from 'zod';
import { addressReader, flag } from '../../blocks/read-address.ts';

/** The address of the separations: whom a list finds, by which of them; or the separations themselves. */
export const readSeparations = addressReader(calls.separations.violations.query, {
  tab: z.literal('rules'),
  open: z.string().max(80),
  add: flag,
});
