import * as z from 'zod';
import { addressReader } from '../../blocks/read-address.ts';

/** The tabs of the account page. */
export const tabs = ['profile', 'credentials', 'access', 'sessions', 'activity'] as const;

/** The URL parameters of the account page. */
export const readMe = addressReader(z.object({}), {
  tab: z.enum(tabs),
  application: z.string(),
  /** The provider's answer when the user returns from linking an account. */
  answer: z.string(),
});
