import { calls } from '@licet/contract';
import * as z from 'zod';
import { addressReader } from '../../blocks/read-address.ts';

/** The address of the list of emergencies, and of the open one. */
export const readEmergencies = addressReader(calls.breakGlass.list.query, { open: z.string().max(80) });
