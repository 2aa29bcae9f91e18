import * as z from 'zod';
import { type Call, call, errorsOf, licetToken } from '../call.ts';
import { limits } from '../limits.ts';
import { applicationCalls } from './applications.ts';
import { clientCalls, newClient } from './clients.ts';
import { id, listOf, listQuery, page, version } from './common.ts';
import { grantCalls } from './grants.ts';
import { groupCalls } from './groups.ts';
import { permissionCalls } from './permissions.ts';
import {
  appliedEffects,
  appliedEvents,
  appliedPlan,
  appliedPlanInFull,
  longApplicationLine,
  longPlanLine,
  madeBySet,
  nameFinding,
  nameInFiles,
  notReverted,
  plan,
  planApplied,
  planDigest,
  planHolders,
  revertedBy,
  revertQuestion,
  setName,
} from './plans.ts';
import { roleCalls } from './roles.ts';
import { separationCalls } from './separations.ts';
import { settingsCalls } from './settings.ts';
import { userCalls } from './user-calls.ts';

const planned = {
  'grants.create': grantCalls.create,
  'grants.update': grantCalls.update,
  'grants.revoke': grantCalls.revoke,
  'roles.create': roleCalls.create,
  'roles.update': roleCalls.update,
  'roles.remove': roleCalls.remove,
  'roles.setPolicy': roleCalls.setPolicy,
  'permissions.create': permissionCalls.create,
  'permissions.update': permissionCalls.update,
  'permissions.remove': permissionCalls.remove,
  'groups.create': groupCalls.create,
  'groups.update': groupCalls.update,
  'groups.remove': groupCalls.remove,
  'groups.addMember': groupCalls.addMember,
  'groups.removeMember': groupCalls.removeMember,
  'users.create': userCalls.create,
  'users.update': userCalls.update,
  'users.suspend': userCalls.suspend,
  'users.reactivate': userCalls.reactivate,
  'users.remove': userCalls.remove,
  'users.handOver': userCalls.handOver,
  'applications.create': applicationCalls.create,
  'applications.update': applicationCalls.update,
  'applications.remove': applicationCalls.remove,
  'applications.addOwner': applicationCalls.addOwner,
  'applications.removeOwner': applicationCalls.removeOwner,
  // A plan cannot return a secret, so it creates clients without one. `clients.makeKey` can create the secret
  // afterwards.
  'clients.create': { ...clientCalls.create, body: newClient.extend({ secret: z.literal(false) }) },
  'clients.update': clientCalls.update,
  'clients.remove': clientCalls.remove,
  'separations.create': separationCalls.create,
  'separations.update': separationCalls.update,
  'separations.remove': separationCalls.remove,
  'separations.except': separationCalls.except,
  'separations.changeException': separationCalls.changeException,
  'separations.endException': separationCalls.endException,
  'settings.update': settingsCalls.update,
} as const;
export type PlannedCall = keyof typeof planned;

/** Returns the schema of a call's input with the call's name. */
const changeOf = <Id extends PlannedCall>(call: Id) => {
  const { params, body }: Pick<Call, 'params' | 'body'> = planned[call];
  return z.strictObject({
    call: z.literal(call),
    /**
     * An unused id for the object that this change creates. Later changes in the plan can use it wherever an id is
     * expected. If the change creates an application, the id refers to its role `admin`.
     */
    as: id.optional(),
    ...(params && { params }),
    ...(body && { body }),
    ifMatch: z.int().optional(),
  });
};

const [first, ...others] = Object.keys(planned) as PlannedCall[];

const plannedChange = z.discriminatedUnion('call', [
  changeOf(first ?? 'grants.create'),
  ...others.map((id) => changeOf(id)),
]);

const changes = z.array(plannedChange).max(limits.planChangesMax.value);

/** The options of applying a plan, besides its changes. */
const application = {
  /** The digest of the plan of these changes. It is required if there are changes. */
  digest: planDigest.optional(),
  reason: z.string().max(limits.reasonMax.value).optional(),
  /** The name of the set of files. Licet records that this set created the new objects. */
  set: setName.optional(),
  /** A change number. Names that moved to other objects at or before this change are accepted. */
  acceptMoved: version.optional(),
  /** The numbers of the changes that this plan reverts, as returned by `plans.revert`. */
  reverts: z.array(version).min(1).max(limits.planChangesMax.value).optional(),
};

/**
 * A line of a streamed plan. The order is: the options for applying the plan (if any), the names in the files, the
 * changes.
 */
export const longPlanSent = z.union([
  z.strictObject({ change: plannedChange }),
  z.strictObject({ name: nameInFiles }),
  z.strictObject({ apply: z.strictObject(application) }),
]);

const namesInFiles = z.array(nameInFiles).max(limits.planNamesMax.value);

/** The changes to plan together, in the order in which they would be made. */
export const planQuestion = z.strictObject({ changes: changes.min(1) });
export type PlannedChange = z.infer<typeof planQuestion>['changes'][number];

/** The changes that revert earlier changes. They can be planned and applied like other changes. */
const revert = z.strictObject({
  /** The numbers of the requested changes, earliest first. */
  events: z.array(version),
  /**
   * The numbers to send as `reverts` when applying the plan. The number of the last event of a change set stands for
   * the whole set.
   */
  reverts: z.array(version),
  changes,
  /** One entry for each change, in the same order. */
  about: z.array(revertedBy),
  /** The changes that cannot be reverted completely, with reasons. */
  cannot: z.array(notReverted),
});

/**
 * A line of a streamed revert (NDJSON). The order is: the reverted changes with the number of lines, each new change,
 * and the changes that cannot be reverted.
 */
export const longRevertLine = z.union([
  z.strictObject({ revert: z.strictObject({ changes: z.int(), cannot: z.int(), reverts: z.array(version) }) }),
  z.strictObject({ change: plannedChange, about: revertedBy }),
  z.strictObject({ cannot: notReverted }),
  z.strictObject({ problem: z.looseObject({ code: z.string() }) }),
]);
export type LongRevertLine = z.infer<typeof longRevertLine>;

const oneApplied = z.strictObject({ no: z.coerce.number<number | string>().int().positive() });

/** A plan can return any error of the calls that it contains. */
const errorsOfChanges = [...new Set(Object.values(planned).flatMap(errorsOf))].sort();

export const planCalls = {
  make: call({
    method: 'POST',
    path: '/plans',
    summary:
      'Plan changes: who would gain and lose what, by name, and which changes would be refused. Nothing is written',
    access: licetToken,
    body: planQuestion,
    reply: plan,
    errors: ['forbidden', 'throttled', 'wrong_state'],
  }),
  holders: call({
    method: 'POST',
    path: '/plans/holders',
    summary:
      'List the users and programs of one effect of a plan, by name, page by page. The plan is computed again; nothing is written',
    access: licetToken,
    body: planQuestion.extend({
      digest: planDigest,
      /** The index of the effect in the plan, from 0. */
      effect: z.int().min(0),
      /** The number of entries that were already read. */
      after: z.int().min(0),
    }),
    reply: planHolders,
    errors: ['forbidden', 'plan_moved', 'throttled', 'wrong_state'],
  }),
  apply: call({
    method: 'POST',
    path: '/plans/application',
    summary:
      'Apply all changes of a plan, or none. Refused if they would have other effects by now than the plan showed',
    access: licetToken,
    body: z.strictObject({
      /** May be empty if only the names of a set of files are to be stored. */
      changes,
      ...application,
      /** The names in the files. For each name, Licet stores which object it refers to now. */
      names: namesInFiles.optional(),
    }),
    reply: planApplied,
    errors: ['name_moved', 'plan_moved', 'throttled', ...errorsOfChanges],
  }),
  makeLong: call({
    method: 'POST',
    path: '/plans/long',
    summary:
      'Plan up to 100,000 changes, each a line {"change": …} of the body. The stream has the progress, refused changes, and who would gain and lose what; nothing is written',
    access: licetToken,
    body: z.string(),
    bodyType: 'text/plain',
    stream: 'application/x-ndjson',
    reply: longPlanLine,
    errors: ['forbidden', 'throttled', 'wrong_state'],
  }),
  applyLong: call({
    method: 'POST',
    path: '/plans/application/long',
    summary:
      'Apply all of up to 100,000 changes, or none: a line {"apply": …}, then the names {"name": …} of the files and the changes {"change": …}. If the connection is closed before the end, nothing is changed',
    access: licetToken,
    body: z.string(),
    bodyType: 'text/plain',
    stream: 'application/x-ndjson',
    reply: longApplicationLine,
    errors: ['name_moved', 'plan_moved', 'throttled', ...errorsOfChanges],
  }),
  names: call({
    method: 'POST',
    path: '/plans/names',
    summary:
      'Check the names that a set of files uses: which are new to the set, and which belong to something else now. Nothing is written',
    access: licetToken,
    body: z.strictObject({ set: setName.optional(), names: namesInFiles }),
    reply: listOf(nameFinding),
    errors: ['plan_moved'],
  }),
  revert: call({
    method: 'POST',
    path: '/plans/revert',
    summary:
      'Get the opposite of a change set, of one change, or of all changes of a user in a period, as changes to plan and apply; and what cannot be reverted, with the reason. Nothing is written',
    access: licetToken,
    body: revertQuestion,
    reply: revert,
    errors: ['ends_before_start', 'forbidden', 'not_found'],
  }),
  revertLong: call({
    method: 'POST',
    path: '/plans/revert/long',
    summary: 'The same as a stream, for up to 100,000 changes. Nothing is written',
    access: licetToken,
    body: revertQuestion,
    stream: 'application/x-ndjson',
    reply: longRevertLine,
    errors: ['ends_before_start', 'forbidden', 'not_found', 'too_large'],
  }),
  applied: call({
    method: 'GET',
    path: '/plans/applied',
    summary: 'List applied change sets, newest first: all for readers of the audit log, the caller’s own for others',
    access: licetToken,
    query: listQuery(['-no', 'no']).omit({ q: true }),
    reply: page(appliedPlan),
  }),
  getApplied: call({
    method: 'GET',
    path: '/plans/applied/:no',
    summary: 'Get an applied change set, with the first of its changes and its effects at that time',
    access: licetToken,
    params: oneApplied,
    reply: appliedPlanInFull,
  }),
  appliedEvents: call({
    method: 'GET',
    path: '/plans/applied/:no/events',
    summary: 'List the changes of a change set, page by page; `q` searches names and actions',
    access: licetToken,
    params: oneApplied,
    query: listQuery(['no', '-no']),
    reply: appliedEvents,
  }),
  appliedEffects: call({
    method: 'GET',
    path: '/plans/applied/:no/effects',
    summary:
      'List the effects of a change set at that time, page by page; `q` searches users, programs, roles, permissions and applications',
    access: licetToken,
    params: oneApplied,
    query: listQuery(['name']).omit({ sort: true }),
    reply: appliedEffects,
  }),
  madeBySet: call({
    method: 'GET',
    path: '/plans/sets/:set',
    summary:
      'List what the plans of a set of files created and still exists, except users, as far as the caller may see it; what others created under the same name is left out',
    access: licetToken,
    params: z.strictObject({ set: setName }),
    stream: 'application/x-ndjson',
    reply: madeBySet,
  }),
};
