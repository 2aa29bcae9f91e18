import { calls } from '@licet/contract';
import * as z from 'zod';
import { addressReader } from '../../blocks/read-address.ts';

/** The address of the draft and of the list of applied change sets. */
export const readChanges = addressReader(calls.plans.applied.query, { tab: z.enum(['draft', 'applied']) });
