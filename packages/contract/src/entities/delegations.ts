import * as z from 'zod';
import { limits } from '../limits.ts';
import { line } from '../names.ts';
import { instant, ref } from './common.ts';

/** The deputy who decides on requests while a user is away. */
export const delegation = z.strictObject({ to: ref, starts: instant, ends: instant });
export type Delegation = z.infer<typeof delegation>;

/** The caller's own deputy, null without one; and the users whose deputy they are, now or later. */
export const delegations = z.strictObject({
  own: delegation.nullable(),
  others: z.array(z.strictObject({ from: ref, starts: instant, ends: instant })),
});
export type Delegations = z.infer<typeof delegations>;

/** Names the deputy by username or address. Replaces an earlier one. */
export const newDelegation = z.strictObject({
  to: line(limits.nameMax.value, 'username'),
  starts: instant.optional(),
  ends: instant,
});
