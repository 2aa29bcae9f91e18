import * as z from 'zod';
import { id } from './common.ts';
import { grant } from './grants.ts';
import { separationException } from './separations.ts';

/** The kinds of things that end by themselves: a grant, an emergency role, an exception from a separation. */
export const endingKinds = ['grant', 'break_glass', 'exception'] as const;
export type EndingKind = (typeof endingKinds)[number];

/** Something that ends by itself. For an emergency role `use` is the id for its review. */
export const ending = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('grant'), grant }),
  z.strictObject({ kind: z.literal('break_glass'), grant, use: id }),
  z.strictObject({ kind: z.literal('exception'), exception: separationException }),
]);
export type Ending = z.infer<typeof ending>;
