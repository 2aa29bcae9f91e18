import * as z from 'zod';
import { limits } from '../limits.ts';
import { line } from '../names.ts';
import { instant, ref } from './common.ts';

/** Who decides on requests in somebody's place, while they are away. */
export const delegation = z.strictObject({ to: ref, starts: instant, ends: instant });
export type Delegation = z.infer<typeof delegation>;

/** One's own, null where there is none; and of those in whose place one decides, now or later. */
export const delegations = z.strictObject({
  own: delegation.nullable(),
  others: z.array(z.strictObject({ from: ref, starts: instant, ends: instant })),
});
export type Delegations = z.infer<typeof delegations>;

/** Names them by their username or address. It replaces what one said before. */
export const newDelegation = z.strictObject({
  to: line(limits.nameMax.value, 'username'),
  starts: instant.optional(),
  ends: instant,
});
