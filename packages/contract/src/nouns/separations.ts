import * as z from 'zod';
import { call, permission, permissionOr } from '../call.ts';
import { limits } from '../limits.ts';
import { line, text } from '../names.ts';
import { says } from '../reasons/says.ts';
import { accessPath, tooManyPaths } from './access.ts';
import { atInstant, delimiter, id, instant, listQuery, nameNow, pageAt, principal, ref, version } from './common.ts';

/** A role or permission in a separation rule. `deleted` is true if it no longer exists. */
export const dutyElement = z.strictObject({
  kind: z.enum(['role', 'permission']),
  id,
  name: z.string(),
  application: ref,
  deleted: z.boolean(),
});
export type DutyElement = z.infer<typeof dutyElement>;

/**
 * A part of a separation rule. A principal holds the part if it holds any of these roles and permissions, by any
 * path.
 */
export const duty = z.strictObject({ elements: z.array(dutyElement) });

/**
 * A separation rule. A principal may hold at most `atMost` of its parts. Typical rules are:
 * - a pair: two parts with one element each
 * - one side against another: two parts with several elements each
 * - “at most n of these”: one part per element
 *
 * The role `admin` counts as every role and permission of its application.
 */
export const separation = z.strictObject({
  id,
  name: z.string(),
  nameNow,
  why: z.string(),
  atMost: z.int(),
  parts: z.array(duty),
  /** The number of exceptions that are valid now. */
  exceptions: z.int(),
  createdAt: instant,
  version,
});
export type Separation = z.infer<typeof separation>;

/**
 * A held role or permission of a part, with its paths. `paths` contains the first paths, and `pathCount` counts all.
 */
export const heldElement = dutyElement
  .omit({ deleted: true })
  .extend({ paths: z.array(accessPath), pathCount: z.int() });
export type HeldElement = z.infer<typeof heldElement>;

/** An exception that lets one user or program violate a separation rule. An end is required. */
export const separationException = z.strictObject({
  id,
  separation: ref,
  holder: principal,
  /** Empty if the reason was erased. */
  reason: z.string(),
  by: z.string(),
  since: instant,
  ends: instant,
  state: z.enum(['active', 'ended']),
  version,
});
export type SeparationException = z.infer<typeof separationException>;

/** A principal that holds more parts of a separation rule than permitted, and what it holds of each part. */
export const violation = z.strictObject({
  separation: ref,
  holder: principal,
  held: z.array(z.strictObject({ part: z.int(), elements: z.array(heldElement) })),
  tooManyPaths,
  /** The exception that permits the violation, if any. */
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

/** The input of a separation rule. The elements of a part may belong to different applications. */
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

const params = z.strictObject({ separation: id });
const read = permission('access.read');
const manage = permission('separations.manage');
/** Users who may edit the rules may also read them. Reading violations requires the permission to read access. */
const readRules = permissionOr('access.read', 'separations.manage');
const whose = { separation: id.optional(), holder: id.optional() };

export const separationCalls = {
  list: call({
    method: 'GET',
    path: '/separations',
    summary: 'List the separation rules, now or as of an instant',
    access: readRules,
    query: listQuery(['name', '-name', 'createdAt', '-createdAt']).extend(atInstant.shape),
    reply: pageAt(separation),
  }),
  create: call({
    method: 'POST',
    path: '/separations',
    summary: 'Create a separation rule. Users who hold its parts together already keep them, and are reported',
    access: manage,
    body: newSeparation,
    status: 201,
    reply: separation,
    errors: ['name_taken', 'people_only'],
  }),
  preview: call({
    method: 'POST',
    path: '/separations/preview',
    summary: 'Plan a separation rule: who would violate it, by name; nothing is written',
    access: read,
    query: z.strictObject({ cursor: listQuery(['name']).shape.cursor, limit: listQuery(['name']).shape.limit }),
    body: separationRule,
    reply: pageAt(violation),
  }),
  violations: call({
    method: 'GET',
    path: '/separations/violations',
    summary:
      'List the violations of a separation rule, with all paths, now or as of an instant; also those with an exception, which is named',
    access: read,
    query: listQuery(['name']).extend({ ...whose, ...atInstant.shape }),
    reply: pageAt(violation),
  }),
  export: call({
    method: 'GET',
    path: '/separations/violations/export',
    summary: 'The same as a file: CSV, or JSON lines',
    access: read,
    query: z.strictObject({ ...whose, format: z.enum(['csv', 'jsonl']).optional(), delimiter, ...atInstant.shape }),
    stream: 'text/plain',
  }),
  get: call({
    method: 'GET',
    path: '/separations/:separation',
    summary: 'Get a separation rule, now or as of an instant',
    access: readRules,
    params,
    query: atInstant,
    reply: separation,
  }),
  update: call({
    method: 'PATCH',
    path: '/separations/:separation',
    summary: 'Change a separation rule',
    access: manage,
    params,
    body: newSeparation.partial(),
    reply: separation,
    errors: ['name_taken', 'people_only'],
    ifMatch: true,
  }),
  remove: call({
    method: 'DELETE',
    path: '/separations/:separation',
    summary: 'Delete a separation rule; its exceptions end with it',
    access: manage,
    params,
    errors: ['people_only'],
    ifMatch: true,
  }),
  exceptions: call({
    method: 'GET',
    path: '/separations/:separation/exceptions',
    summary: 'List the exceptions from a separation rule, with end and reason, including ended ones',
    access: readRules,
    params,
    query: listQuery(['ends', '-ends']).extend({ holder: id.optional(), ...atInstant.shape }),
    reply: pageAt(separationException),
  }),
  except: call({
    method: 'POST',
    path: '/separations/:separation/exceptions',
    summary: 'Create an exception for one user or program, until an end. Nobody may create their own',
    access: manage,
    params,
    body: newSeparationException,
    status: 201,
    reply: separationException,
    errors: ['already_exists', 'in_the_past', 'own_exception', 'people_only'],
  }),
  changeException: call({
    method: 'PATCH',
    path: '/separations/:separation/exceptions/:exception',
    summary: 'Change the end of an exception, within the longest duration from now. Nobody may extend their own',
    access: manage,
    params: params.extend({ exception: id }),
    body: z.strictObject({ ends: instant }),
    reply: separationException,
    errors: ['in_the_past', 'own_exception', 'people_only', 'wrong_state'],
    ifMatch: true,
  }),
  endException: call({
    method: 'DELETE',
    path: '/separations/:separation/exceptions/:exception',
    summary: 'End an exception now. Its holder keeps the access, which is reported as a violation',
    access: manage,
    params: params.extend({ exception: id }),
    errors: ['people_only', 'wrong_state'],
    ifMatch: true,
  }),
};
