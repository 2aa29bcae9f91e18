import * as z from 'zod';
import { limits } from '../limits.ts';
import { id, instant, ref } from './common.ts';

/** Some of a list by name, and how many there are in all: the caller may not see the others, or they are too many. */
const some = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ count: z.int().nonnegative(), items: z.array(item).max(limits.dutiesShown.value) });

/** The same for duties that can be handed over. `mayHandOver`: whether the caller may hand over all of them. */
const duties = <Item extends z.ZodType>(item: Item) => some(item).extend({ mayHandOver: z.boolean() });

/** What a user is responsible for, and what they have under way: what they leave behind. */
export const userDuties = z.strictObject({
  /** Applications that they own. `otherOwners`: the number of other active owners. */
  applications: duties(z.strictObject({ application: ref, otherOwners: z.int(), mayHandOver: z.boolean() })),
  /** Roles whose policy names them: as an approver, or for emergency use. */
  roles: duties(
    z.strictObject({
      application: ref,
      role: ref,
      as: z.array(z.enum(['approver', 'break_glass'])).min(1),
      mayHandOver: z.boolean(),
    }),
  ),
  /** Reviews that are open or are opened again and name them, fall back to them, or had lines handed on to them. */
  reviews: duties(
    z.strictObject({
      review: ref,
      as: z.array(z.enum(['reviewer', 'fallback', 'lines'])).min(1),
      /** The number of lines handed to them. */
      lines: z.int(),
      open: z.boolean(),
    }),
  ),
  /** The number of requests that wait for them, possibly among others. */
  waiting: z.int().nonnegative(),
  /** Their own requests that wait. They end when the user is suspended or deleted. */
  requests: some(z.strictObject({ id, application: ref, asks: ref })),
  /** Their deputy. */
  deputy: z.strictObject({ to: ref, starts: instant, ends: instant }).nullable(),
  /** The users whose deputy they are. These users must name another one. */
  deputyFor: some(z.strictObject({ user: ref, ends: instant })),
  /** Programs that they registered or made a secret or a key for, and that still work. */
  programs: some(z.strictObject({ application: ref, program: ref })),
  /** Sets of files that they applied. */
  sets: some(z.string()),
  /** Whether nobody else could administer Licet. */
  lastAdministrator: z.boolean(),
});
export type UserDuties = z.infer<typeof userDuties>;

const part = z.union([z.literal('all'), z.array(z.string().max(limits.nameMax.value)).max(limits.dutiesShown.value)]);

/** The receiver of the duties, and which ones. If omitted, all of them; else only the named parts. */
export const handOver = z.strictObject({
  to: id,
  parts: z
    .strictObject({
      /** By the identifiers of the applications. */
      applications: part.optional(),
      /** By the ids of the roles. */
      roles: part.optional(),
      /** By the ids of the reviews. */
      reviews: part.optional(),
    })
    .optional(),
});
export type HandOver = z.infer<typeof handOver>;

/** The numbers of duties that were handed over. */
export const handedOver = z.strictObject({ applications: z.int(), roles: z.int(), reviews: z.int(), lines: z.int() });
export type HandedOver = z.infer<typeof handedOver>;
