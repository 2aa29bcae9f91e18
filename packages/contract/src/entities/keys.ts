import * as z from 'zod';
import { instant } from './common.ts';

export const signingKey = z.strictObject({
  kid: z.string(),
  state: z.enum(['next', 'current', 'retired']),
  algorithm: z.string(),
  createdAt: instant,
  retiredAt: instant.nullable(),
});

export type SigningKey = z.infer<typeof signingKey>;
