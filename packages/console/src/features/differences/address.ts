import { calls } from '@licet/contract';
import * as z from 'zod';
import { addressReader } from '../../blocks/read-address.ts';
import { differenceOrders } from './rows.ts';

/**
 * The address of the screen: the subject and the two instants. A role is identified together with its application. The
 * permission is only for the link back to Check.
 */
export const readDifferences = addressReader(calls.differences.list.query, {
  by: z.enum(differenceOrders),
  permission: z.string(),
});
export type DifferencesAddress = ReturnType<typeof readDifferences>;
