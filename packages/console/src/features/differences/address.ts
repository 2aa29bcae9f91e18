import { calls } from '@licet/contract';
import * as z from 'zod';
import { addressReader } from '../../blocks/read-address.ts';
import { differenceOrders } from './rows.ts';

/** The subject and the two instants. A role is named together with its application. */
export const readDifferences = addressReader(calls.differences.list.query, { by: z.enum(differenceOrders) });
export type DifferencesAddress = ReturnType<typeof readDifferences>;
