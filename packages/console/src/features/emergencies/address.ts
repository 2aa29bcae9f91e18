import { calls } from '@licet/contract';
import * as z from 'zod';
import { addressReader } from '../../blocks/read-address.ts';

/** The address of the emergencies: which are listed, and which one is open. */
export const readEmergencies = addressReader(calls.breakGlass.list.query, { open: z.string().max(80) });
