import * as z from 'zod';

/** A result of the command palette and the pickers. */
export const found = z.strictObject({
  kind: z.enum(['user', 'group', 'application', 'role', 'permission', 'client']),
  id: z.string(),
  name: z.string(),
  detail: z.string(),
  application: z.string().nullable(),
});
export type Found = z.infer<typeof found>;
