import * as z from 'zod';
import { id } from './common.ts';
import { grant } from './grants.ts';
import { separationException } from './separations.ts';

/** What ends by itself: what somebody gave, what somebody took at once, and what lets somebody hold what is kept apart. */
export const endingKinds = ['grant', 'break_glass', 'exception'] as const;
export type EndingKind = (typeof endingKinds)[number];

/** Something that ends by itself. Of a role that was taken at once `use` is the id by which it is reviewed. */
export const ending = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('grant'), grant }),
  z.strictObject({ kind: z.literal('break_glass'), grant, use: id }),
  z.strictObject({ kind: z.literal('exception'), exception: separationException }),
]);
export type Ending = z.infer<typeof ending>;
