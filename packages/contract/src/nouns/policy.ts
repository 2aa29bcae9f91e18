import * as z from 'zod';
import { call, permission, permissionOrOwner } from '../call.ts';
import { limits } from '../limits.ts';
import { emailDomain } from '../names.ts';
import { says } from '../reasons/says.ts';
import { id, instant, listOf, listQuery, page, version } from './common.ts';
import { invitationRound } from './invitations.ts';

/** The methods that can begin a sign-in: a password or passkey of Licet, or another provider. */
export const firstWay = z.enum(['password', 'passkey', 'provider']);
export type FirstWay = z.infer<typeof firstWay>;

/** Whether a passkey must verify the user each time (by PIN or biometrics), or only if the device can. */
export const userVerification = z.enum(['preferred', 'required']);

const everybody = z.strictObject({ kind: z.literal('everybody') });
const role = z.strictObject({ kind: z.literal('role'), id });
const group = z.strictObject({ kind: z.literal('group'), id });

/** The time until which users without a second factor may still sign in; null for no grace period. */
const graceUntil = instant.nullable();

/**
 * A requirement of a second factor. It applies to all users, to holders of a role, or to direct and indirect members
 * of a group.
 */
export const demand = z.strictObject({
  of: z.discriminatedUnion('kind', [
    everybody,
    role.extend({ name: z.string(), application: z.string() }),
    group.extend({ name: z.string() }),
  ]),
  graceUntil,
});
export type Demand = z.infer<typeof demand>;

const newDemand = z.strictObject({ of: z.discriminatedUnion('kind', [everybody, role, group]), graceUntil });
export type NewDemand = z.infer<typeof newDemand>;

const seconds = (least: number, most: number) => z.int().min(least).max(most);

const fields = {
  /** The permitted first steps of a sign-in. At least one is required. */
  ways: z
    .array(firstWay)
    .min(1, { error: says('ways_missing', {}) })
    .max(firstWay.options.length)
    .refine(isUnique, { error: says('way_twice', {}) }),
  userVerification,
  /** The longest duration of a session in seconds, for members and for administrators of Licet. */
  sessions: z.strictObject({
    members: seconds(limits.sessionLifetimeMin.value, limits.memberSessionLifetime.value),
    administrators: seconds(limits.sessionLifetimeMin.value, limits.adminSessionLifetime.value),
  }),
  /** The permitted domains for e-mail addresses of new users. If empty, all domains are permitted. */
  emailDomains: z
    .array(emailDomain)
    .max(limits.emailDomainsMax.value)
    .refine(isUnique, { error: says('domain_twice', {}) }),
  /**
   * The number of days for which a browser may be remembered. In a remembered browser, the second factor is not
   * requested. 0 means never.
   */
  rememberedDays: z.int().min(0).max(limits.rememberedDaysMax.value),
  /** The number of seconds after a sign-in during which it counts as fresh. */
  freshSignIn: seconds(limits.freshSignInMin.value, limits.freshSignInMax.value),
};

/** The sign-in policy. */
export const policy = z.strictObject({
  ...fields,
  // Not validated, because earlier versions stored domains that are no longer valid.
  emailDomains: z.array(z.string()),
  secondFactor: z.array(demand),
  version,
});
export type Policy = z.infer<typeof policy>;

/** A complete new policy. Every part is required, so that each is chosen deliberately. */
export const policyChange = z.strictObject({
  ...fields,
  /** The users who need a second factor. If empty, only users who have set up a second factor need it. */
  secondFactor: z
    .array(newDemand)
    .max(limits.demandsMax.value)
    .refine((demands) => isUnique(demands.map(({ of }) => (of.kind === 'everybody' ? of.kind : of.id))), {
      error: says('demand_twice', {}),
    }),
});
export type PolicyChange = z.infer<typeof policyChange>;

/** An application's own requirements. They can only be stricter than those of the organisation. */
const ofApplication = {
  /** The permitted first steps, which must be a subset of the organisation's; null for all of the organisation's. */
  ways: fields.ways.nullable(),
  /** Whether every user of the application needs a second factor, without a grace period, in every browser. */
  secondFactor: z.boolean(),
  /** The maximum age of a sign-in in seconds; null for the duration of a session. */
  maxAge: seconds(limits.freshSignInMin.value, limits.memberSessionLifetime.value).nullable(),
};
export const applicationPolicy = z.strictObject({
  ...ofApplication,
  /**
   * The first steps that the organisation permits. They are included because owners choose from them, but some owners
   * cannot read the organisation's policy.
   */
  organisationWays: fields.ways,
  version,
});
export type ApplicationPolicy = z.infer<typeof applicationPolicy>;
export const applicationPolicyChange = z.strictObject(ofApplication);
export type ApplicationPolicyChange = z.infer<typeof applicationPolicyChange>;

/**
 * The effect of a policy on a user.
 * - `stopped`: the user cannot sign in without help.
 * - `sets_up`: the user must set up missing credentials first, in a browser where they signed in before.
 * - `grace`: the user can sign in without the missing credentials until the grace period ends.
 * - `no_recovery`: the user can sign in, but not after losing their only factor.
 */
export const planOutcome = z.enum(['stopped', 'sets_up', 'grace', 'no_recovery']);
export type PlanOutcome = z.infer<typeof planOutcome>;

/** The reason for an outcome: no accepted first factor, no second factor, or no recovery codes. */
export const planReason = z.enum(['no_way', 'no_second_factor', 'no_recovery']);

/** A user whom a policy affects at their next sign-in. */
export const planned = z.strictObject({
  user: z.strictObject({ id, name: z.string(), username: z.string() }),
  outcome: planOutcome,
  reason: planReason,
  graceUntil,
  administrator: z.boolean(),
});
export type Planned = z.infer<typeof planned>;

/**
 * The recipients of a mail about a policy: all users with an outcome. `from` is the time from which the policy
 * applies; null if it is unknown or in the past.
 */
export const policyMailing = z.strictObject({ policy: policyChange, outcome: planOutcome, from: instant.nullable() });

const counts = z.strictObject({ stopped: z.int(), sets_up: z.int(), grace: z.int(), no_recovery: z.int() });

/**
 * A page of affected users. `counts` has their number for each outcome, and `present` has the numbers under the present
 * policy.
 */
export const policyPlan = page(planned).extend({
  /**
   * False if the policy names a group or role whose members the caller may not see. Users are then counted but not
   * listed.
   */
  namesShown: z.boolean(),
  people: z.int(),
  counts,
  present: counts,
  /** True if no administrator could sign in. Such a policy is refused. */
  locksOut: z.boolean(),
});
export type PolicyPlan = z.infer<typeof policyPlan>;

function isUnique(items: readonly string[]): boolean {
  return new Set(items).size === items.length;
}

const access = permission('settings.manage');

const params = z.strictObject({ application: z.string() });
const plannedQuery = listQuery(['name', '-name']).extend({ outcome: planOutcome.optional() });

export const policyCalls = {
  get: call({ method: 'GET', path: '/policy', summary: 'How people sign in', access, reply: policy }),
  plan: call({
    method: 'POST',
    path: '/policy/plan',
    summary: 'Plan a sign-in policy: the users whom it would affect at their next sign-in, by name; nothing is changed',
    access,
    query: plannedQuery,
    body: policyChange,
    reply: policyPlan,
    errors: ['not_found'],
  }),
  update: call({
    method: 'PUT',
    path: '/policy',
    summary: 'Change the sign-in policy',
    access,
    body: policyChange,
    reply: policy,
    errors: ['not_found', 'in_the_past', 'locks_out', 'sign_in_again'],
    ifMatch: true,
  }),
  mail: call({
    method: 'POST',
    path: '/policy/mails',
    summary: 'Mail the users with one outcome under a policy what will change and what to do',
    access,
    body: policyMailing,
    reply: z.strictObject({ round: id }),
    errors: ['not_found', 'in_the_past', 'too_large', 'wrong_state', 'sign_in_again'],
  }),
  mails: call({
    method: 'GET',
    path: '/policy/mails',
    summary: 'List the last rounds of such mails with their progress, newest first',
    access,
    reply: listOf(invitationRound),
  }),
  stopMails: call({
    method: 'POST',
    path: '/policy/mails/:round/stop',
    summary: 'Stop a round of such mails: users without a mail so far get none',
    access,
    params: z.strictObject({ round: id }),
    reply: invitationRound,
    errors: ['wrong_state'],
  }),
  ofApplication: call({
    method: 'GET',
    path: '/applications/:application/policy',
    summary: 'Get an application’s own sign-in requirements, beyond those of the organisation',
    access: permissionOrOwner('applications.read'),
    params,
    reply: applicationPolicy,
  }),
  planOfApplication: call({
    method: 'POST',
    path: '/applications/:application/policy/plan',
    summary:
      'Plan them: the affected users among those who hold anything in the application, by name, for callers who may see both; nothing is changed',
    access: permissionOrOwner('applications.read'),
    params,
    query: plannedQuery,
    body: applicationPolicyChange,
    reply: policyPlan,
    errors: ['built_in'],
  }),
  updateOfApplication: call({
    method: 'PUT',
    path: '/applications/:application/policy',
    summary: 'Change an application’s own sign-in requirements',
    access: permissionOrOwner('applications.manage'),
    params,
    body: applicationPolicyChange,
    reply: applicationPolicy,
    errors: ['built_in', 'sign_in_again'],
    ifMatch: true,
  }),
};
