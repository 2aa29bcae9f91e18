import { calls } from '@licet/contract';
import * as z from 'zod';
import { addressReader } from '../../blocks/read-address.ts';

/** The question in the address. The user is an id, a username or an e-mail address; `at` is absent for now. */
export const readExplain = addressReader(calls.access.holders.query, {
  ask: z.enum(['may', 'who']),
  user: z.string(),
  application: z.string(),
  /** What gives the listed holders their access: the id of a group or role, `admin` or `direct`. */
  through: z.string(),
  at: z
    .string()
    .refine((at) => Number.isFinite(Date.parse(at)))
    .transform((at) => new Date(at).toISOString()),
});

export type ExplainAddress = ReturnType<typeof readExplain>;
