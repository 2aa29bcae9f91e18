import { calls } from '@licet/contract';
import * as z from 'zod';
import { addressReader, flag } from '../../blocks/read-address.ts';

/**
 * The URL parameters of the separations: the filters of the list of violations, or the tab with the separation rules.
 */
export const readSeparations = addressReader(calls.separations.violations.query, {
  tab: z.literal('rules'),
  open: z.string().max(80),
  add: flag,
});
