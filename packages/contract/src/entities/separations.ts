import * as z from 'zod';
import { limits } from '../limits.ts';
import { line, text } from '../names.ts';
import { says } from '../reasons/says.ts';
import { accessPath } from './access.ts';
import { id, instant, nameNow, principal, ref, version } from './common.ts';

/** A role or a permission of a separation. `deleted` if it no longer exists: then nobody can hold it. */
export const dutyElement = z.strictObject({
  kind: z.enum(['role', 'permission']),
  id,
  name: z.string(),
  application: ref,
  deleted: z.boolean(),
});
export type DutyElement = z.infer<typeof dutyElement>;

/** A part of a separation: a principal that holds one of these roles and permissions, by any path, holds the part. */
export const duty = z.strictObject({ elements: z.array(dutyElement) });

/**
 * A separation rule: at most so many of its parts (`atMost`) together. A pair is two parts of one element each; one
 * side against another two parts of several; “at most n of these” a part for each element. The role `admin` holds
 * every role and permission of its application.
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

/** A held role or permission of a part, with its paths. `pathCount` counts all, `paths` shows the first. */
export const heldElement = dutyElement
  .omit({ deleted: true })
  .extend({ paths: z.array(accessPath), pathCount: z.int() });
export type HeldElement = z.infer<typeof heldElement>;

/** Allows one user or program to break a separation until an end, which is required. */
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

/** A principal that holds more parts of a separation than allowed, and what it holds of each. */
export const violation = z.strictObject({
  separation: ref,
  holder: principal,
  held: z.array(z.strictObject({ part: z.int(), elements: z.array(heldElement) })),
  /** The exception that allows it, if any. */
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

/** A separation rule as entered. The elements of a part may be of any applications. */
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
