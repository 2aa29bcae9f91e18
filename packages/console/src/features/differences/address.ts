import { calls } from '@licet/contract';
import * as z from 'zod';
import { addressReader } from '../../blocks/read-address.ts';
import { differenceOrders } from './rows.ts';

/** Whose differences, between which instants; beside a role stands its application. */
export const readDifferences = addressReader(calls.differences.list.query, { by: z.enum(differenceOrders) });
export type DifferencesAddress = ReturnType<typeof readDifferences>;
