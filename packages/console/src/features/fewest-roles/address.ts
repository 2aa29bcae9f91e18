import * as z from 'zod';
import { addressReader, flag } from '../../blocks/read-address.ts';

/** The address of the fewest roles of an application. */
export const readFewestRoles = addressReader(z.object({}), {
  /** Keeps only the permissions that users have used. */
  count: z.literal('used'),
  /** The chosen point of the curve, as its number of roles. The default is the fewest roles without a deviation. */
  roles: z.coerce.number<number | string>().int().min(0),
  /** Shows the curve as a table. */
  table: flag,
});
