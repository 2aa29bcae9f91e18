import * as z from 'zod';

/** Whether the access in a token still is what holds; `version` is the number of the change up to which that is said. */
export const liveVersion = z.strictObject({ version: z.int(), changed: z.boolean() });

/**
 * Tokens of one application to refuse although they have not expired. Those with a `ver` below `ver` are refused when they are
 * of one of the `users`, or carry one of the `roles`, or when `everyone` is told. Those of `sessions` and `clients` are refused
 * whatever their `ver`. Of `users`, `sessions` and `everyone` with a `before` (seconds since the epoch) those issued until then; of
 * `everyone` that is after a restore, when a `ver` of before says nothing any more.
 */
export const cutOff = z.strictObject({
  ver: z.int(),
  users: z.array(z.string()).optional(),
  roles: z.array(z.string()).optional(),
  everyone: z.literal(true).optional(),
  sessions: z.array(z.string()).optional(),
  clients: z.array(z.string()).optional(),
  before: z.int().optional(),
});
export type CutOff = z.infer<typeof cutOff>;
