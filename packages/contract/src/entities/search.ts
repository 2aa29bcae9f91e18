import * as z from 'zod';

/** What the search of the command palette and the pickers finds. */
export const found = z.strictObject({
  kind: z.enum(['user', 'group', 'application', 'role', 'permission', 'client']),
  id: z.string(),
  name: z.string(),
  detail: z.string(),
  application: z.string().nullable(),
});
export type Found = z.infer<typeof found>;
