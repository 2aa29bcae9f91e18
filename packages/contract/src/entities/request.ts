import * as z from 'zod';
import { limits } from '../limits.ts';
import { isVisible, line, permissionName, roleName, text } from '../names.ts';
import { accessPath } from './access.ts';
import { id, instant, page, principal, ref, version } from './common.ts';

/** A role or a permission of the application, as it is asked for or given. */
const asked = z.strictObject({ kind: z.enum(['role', 'permission']), id, name: z.string(), title: z.string() });

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
  asks: asked,
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
      gives: asked.nullable(),
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
  gives: z.strictObject({ kind: z.enum(['role', 'permission']), id }).optional(),
  seconds: seconds.optional(),
};
export const requestPlanQuestion = z.strictObject(less);
export const approval = z.strictObject({ ...less, note: text(limits.reasonMax.value, 'The note').optional() });
export const denial = z.strictObject({
  reason: written('The reason', 'Say why; the person reads it.'),
});

/** What approving would change, by name, computed by doing it and undoing it. */
export const requestPlan = z.strictObject({
  gives: asked,
  seconds: z.int(),
  ends: instant,
  /** With `everything` the person becomes an administrator of the application: every permission, also those made later. */
  gains: z.strictObject({ everything: z.boolean(), roles: z.array(ref), permissions: z.array(ref) }),
  /** What the person may do in the application already, and keeps. */
  keeps: z.strictObject({ roles: z.int(), permissions: z.int() }),
  /** What could be given in place of what was asked for, least first: what was asked, and less. */
  choices: z.array(asked),
});
export type RequestPlan = z.infer<typeof requestPlan>;

export const requests = page(accessRequest);

/**
 * One decision about oneself, explained so that the person can act on it: what is missing, what would bring it, who decides,
 * and what became of the last request for it.
 */
export const ownDecision = z.strictObject({
  application: ref,
  permission: z.strictObject({ name: z.string(), title: z.string(), known: z.boolean() }),
  permitted: z.boolean(),
  reason: z.enum(['admin', 'listed', 'not_listed']),
  at: instant,
  version: z.int(),
  paths: z.array(accessPath),
  pathCount: z.int(),
  until: instant.nullable(),
  /** The roles that would bring it, least first. */
  roles: z.array(ref.extend({ title: z.string() })),
  /** Who decides requests here: the owners of the application, or the administrators when it has none. */
  deciders: z.array(ref),
  deciderCount: z.int(),
  /** When the person last lost it, when they had it once. */
  heldUntil: instant.nullable(),
  request: accessRequest.nullable(),
});
export type OwnDecision = z.infer<typeof ownDecision>;

/** The names of an application's permissions and roles: what a declaration of types is made from. */
export const catalogue = z.strictObject({
  application: z.string(),
  version: z.int(),
  permissions: z.array(z.strictObject({ name: z.string(), title: z.string() })),
  roles: z.array(z.strictObject({ name: z.string(), title: z.string() })),
});
export type Catalogue = z.infer<typeof catalogue>;
