import * as z from 'zod';
import { addressReader } from '../../blocks/address.ts';

/** The address of the settings. */
export const readSettings = addressReader(z.object({}), {});
