import * as z from 'zod';
import { limits } from '../limits.ts';
import { isVisible, line, permissionName, roleName, text } from '../names.ts';
import { id, instant, principal, ref, version } from './common.ts';
import { gives, givesRef } from './grants.ts';

const seconds = z
  .int('That is not a whole number of seconds.')
  .min(limits.requestSecondsMin.value, 'Ask for a minute at least.')
  .max(limits.requestSecondsMax.value, 'Ask for a year at most.');

/** A text that somebody else reads: not only blanks. */
const written = (what: string, error: string) =>
  text(limits.reasonMax.value, what).min(1, { error, abort: true }).refine(isVisible, { error });

export const requestState = z.enum(['pending', 'approved', 'denied', 'withdrawn', 'expired']);

/**
 * What somebody asked for, and what became of it. `seconds`: for how long, counted from the approval. `gives` and
 * `decision.seconds` say what was given in the end, which may be less. `mayDecide` is the caller's.
 */
export const accessRequest = z.strictObject({
  id,
  application: ref,
  user: principal,
  asks: gives,
  seconds: z.int(),
  reason: z.string(),
  /** Where it was asked from, as the application put it: `button “Refund” on invoice 2026-0417`. */
  place: z.string(),
  state: requestState,
  askedAt: instant,
  lapsesAt: instant,
  decision: z
    .strictObject({
      by: ref.nullable(),
      at: instant,
      gives: gives.nullable(),
      seconds: z.int().nullable(),
      note: z.string(),
      grant: id.nullable(),
      ends: instant.nullable(),
    })
    .nullable(),
  mayDecide: z.enum(['yes', 'own_request', 'not_an_owner', 'closed']),
  version,
});
export type AccessRequest = z.infer<typeof accessRequest>;

/** Asks for one role or one permission, by name. */
export const newRequest = z
  .strictObject({
    application: z.string(),
    permission: permissionName.optional(),
    role: roleName.optional(),
    reason: written('The reason', 'Say why you need it; whoever decides reads it.'),
    seconds,
    place: line(limits.titleMax.value, 'The place').optional(),
  })
  .refine(({ permission, role }) => (permission === undefined) !== (role === undefined), {
    error: 'Ask for either a role or a permission.',
    path: ['permission'],
  });

/** What to give: what was asked for unless told, for as long as was asked for unless told; never more. */
const less = {
  gives: givesRef.optional(),
  seconds: seconds.optional(),
};
export const requestPlanQuestion = z.strictObject(less);
export const approval = z.strictObject({ ...less, note: text(limits.reasonMax.value, 'The note').optional() });
export const denial = z.strictObject({
  reason: written('The reason', 'Say why; the person reads it.'),
});

/** What approving would change, by name, computed by doing it and undoing it. */
export const requestPlan = z.strictObject({
  gives,
  seconds: z.int(),
  ends: instant,
  /** With `everything` the person becomes an administrator of the application: every permission, also those made later. */
  gains: z.strictObject({ everything: z.boolean(), roles: z.array(ref), permissions: z.array(ref) }),
  /** What the person may do in the application already, and keeps. */
  keeps: z.strictObject({ roles: z.int(), permissions: z.int() }),
  /** What could be given in place of what was asked for, least first: what was asked, and less. */
  choices: z.array(gives),
});
export type RequestPlan = z.infer<typeof requestPlan>;
