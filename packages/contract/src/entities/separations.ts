import * as z from 'zod';
import { limits } from '../limits.ts';
import { line, text } from '../names.ts';
import { says } from '../reasons/says.ts';
import { accessPath } from './access.ts';
import { id, instant, nameNow, principal, ref, version } from './common.ts';

/** A role or a permission that a separation names. `deleted` when it is no more: nobody can hold it then. */
export const dutyElement = z.strictObject({
  kind: z.enum(['role', 'permission']),
  id,
  name: z.string(),
  application: ref,
  deleted: z.boolean(),
});
export type DutyElement = z.infer<typeof dutyElement>;

/** A part of a separation: whoever holds one of these roles and permissions, by whatever path, holds the part. */
export const duty = z.strictObject({ elements: z.array(dutyElement) });

/**
 * What nobody may hold together: of its parts at most so many (`atMost`). A pair is two parts of one element each; one side against
 * another two parts of several; “at most n of these” as many parts as there are things. The role `admin` holds every role and permission of its application.
 */
export const separation = z.strictObject({
  id,
  name: z.string(),
  nameNow,
  why: z.string(),
  atMost: z.int(),
  parts: z.array(duty),
  /** Exceptions that are in force. */
  exceptions: z.int(),
  createdAt: instant,
  version,
});
export type Separation = z.infer<typeof separation>;

/** Somebody who holds a role or a permission of a part, and by which ways. `pathCount` counts all, `paths` shows the first. */
export const heldElement = dutyElement
  .omit({ deleted: true })
  .extend({ paths: z.array(accessPath), pathCount: z.int() });
export type HeldElement = z.infer<typeof heldElement>;

/** That one person or program may hold what a separation keeps apart, until an end that is always set. */
export const separationException = z.strictObject({
  id,
  separation: ref,
  holder: principal,
  /** Empty where it was erased. */
  reason: z.string(),
  by: z.string(),
  since: instant,
  ends: instant,
  state: z.enum(['active', 'ended']),
  version,
});
export type SeparationException = z.infer<typeof separationException>;

/** Somebody who holds more parts of a separation than it allows, and what they hold of each. */
export const violation = z.strictObject({
  separation: ref,
  holder: principal,
  held: z.array(z.strictObject({ part: z.int(), elements: z.array(heldElement) })),
  /** What lets them, where an exception does. */
  exception: z.strictObject({ id, ends: instant }).nullable(),
});
export type Violation = z.infer<typeof violation>;

const elementRef = z.strictObject({ kind: z.enum(['role', 'permission']), id });
const parts = z
  .array(
    z.strictObject({
      elements: z.array(elementRef).min(1, says('separation_part_empty', {})).max(limits.dutyElementsMax.value),
    }),
  )
  .min(2, says('separation_needs_parts', {}))
  .max(limits.dutiesMax.value);
const atMost = z
  .int()
  .min(1, says('separation_allows_none', {}))
  .max(limits.dutiesMax.value - 1);

/** What is kept apart, as it is chosen. The elements of a part are of any applications. */
export const separationRule = z.strictObject({ parts, atMost: atMost.optional() });

export const newSeparation = separationRule.extend({
  name: line(limits.nameMax.value, 'separation_name'),
  why: text(limits.descriptionMax.value, 'reason').optional(),
});
export type NewSeparation = z.infer<typeof newSeparation>;

export const newSeparationException = z.strictObject({
  holder: id,
  reason: text(limits.reasonMax.value, 'reason').refine(
    (given) => given.trim() !== '',
    says('exception_reason_missing', {}),
  ),
  ends: instant,
});
