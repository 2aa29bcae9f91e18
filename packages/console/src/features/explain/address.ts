import { calls } from '@licet/contract';
import * as z from 'zod';
import { addressReader } from '../../blocks/read-address.ts';

/** The question, as the address has it: of the person an id, a username or an e-mail address; any instant but now in `at`. */
export const readExplain = addressReader(calls.access.holders.query, {
  ask: z.enum(['may', 'who']),
  user: z.string(),
  application: z.string(),
  at: z
    .string()
    .refine((at) => Number.isFinite(Date.parse(at)))
    .transform((at) => new Date(at).toISOString()),
});

export type ExplainAddress = ReturnType<typeof readExplain>;
