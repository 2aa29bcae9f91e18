import * as z from 'zod';
import { addressReader } from '../../blocks/read-address.ts';

/** The tabs of my account. */
export const tabs = ['profile', 'credentials', 'access', 'sessions', 'activity'] as const;

/** The address of my account. */
export const readMe = addressReader(z.object({}), {
  tab: z.enum(tabs),
  application: z.string(),
  /** What a provider answered, where an account is being linked. */
  answer: z.string(),
});
