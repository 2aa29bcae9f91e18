import * as z from 'zod';
import { limits } from '../limits.ts';
import { emailDomain } from '../names.ts';
import { says } from '../reasons/says.ts';
import { id, instant, page, version } from './common.ts';

/** With what a sign-in may begin: a password or a passkey of Licet, or another provider that people have an account at. */
export const firstWay = z.enum(['password', 'passkey', 'provider']);
export type FirstWay = z.infer<typeof firstWay>;

/** Whether a passkey's holder must have shown a PIN or a finger each time, or only where the device can. */
export const userVerification = z.enum(['preferred', 'required']);

const everybody = z.strictObject({ kind: z.literal('everybody') });
const role = z.strictObject({ kind: z.literal('role'), id });
const group = z.strictObject({ kind: z.literal('group'), id });

/** Until when those who have no second factor yet still get in without one; null when from now on they do not. */
const graceUntil = instant.nullable();

/** Who needs a second factor: everybody, or who holds a role or is in a group, directly or not. */
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
  /** With what a sign-in may begin; at least one stays. */
  ways: z
    .array(firstWay)
    .min(1, { error: says('ways_missing', {}) })
    .max(firstWay.options.length)
    .refine(isUnique, { error: says('way_twice', {}) }),
  userVerification,
  /** How long a session lasts at the most, in seconds: of members, and of administrators of Licet. */
  sessions: z.strictObject({
    members: seconds(limits.sessionLifetimeMin.value, limits.memberSessionLifetime.value),
    administrators: seconds(limits.sessionLifetimeMin.value, limits.adminSessionLifetime.value),
  }),
  /** Where the e-mail addresses of new users may be; anywhere when there is none. */
  emailDomains: z
    .array(emailDomain)
    .max(limits.emailDomainsMax.value)
    .refine(isUnique, { error: says('domain_twice', {}) }),
  /** For how many days a browser may be remembered, so that its user is not asked for the second factor in it; 0 for never. */
  rememberedDays: z.int().min(0).max(limits.rememberedDaysMax.value),
  /** How long after signing in one may do what takes a fresh sign-in, in seconds. */
  freshSignIn: seconds(limits.freshSignInMin.value, limits.freshSignInMax.value),
};

/** How people sign in. */
export const policy = z.strictObject({
  ...fields,
  // Earlier versions took some that cannot be.
  emailDomains: z.array(z.string()),
  secondFactor: z.array(demand),
  version,
});
export type Policy = z.infer<typeof policy>;

/** The same as it is to be: whole, so that nothing of it is changed by not being looked at. */
export const policyChange = z.strictObject({
  ...fields,
  /** Who needs a second factor; nobody when it is empty, beside those who have set one up. */
  secondFactor: z
    .array(newDemand)
    .max(limits.demandsMax.value)
    .refine((demands) => isUnique(demands.map(({ of }) => (of.kind === 'everybody' ? of.kind : of.id))), {
      error: says('demand_twice', {}),
    }),
});
export type PolicyChange = z.infer<typeof policyChange>;

/** What an application asks of those who sign in to it, beyond what the organisation asks of everybody. Never less. */
const ofApplication = {
  /** Those of the organisation's ways that it takes; null for all of them. */
  ways: fields.ways.nullable(),
  /** Whether everybody who signs in to it needs a second factor, at once, in every browser. */
  secondFactor: z.boolean(),
  /** How old a sign-in may be, in seconds; null for as old as a session. */
  maxAge: seconds(limits.freshSignInMin.value, limits.memberSessionLifetime.value).nullable(),
};
export const applicationPolicy = z.strictObject({
  ...ofApplication,
  /** Of what `ways` can be some: those that the organisation takes, for owners who may not read its policy. */
  organisationWays: fields.ways,
  version,
});
export type ApplicationPolicy = z.infer<typeof applicationPolicy>;
export const applicationPolicyChange = z.strictObject(ofApplication);
export type ApplicationPolicyChange = z.infer<typeof applicationPolicyChange>;

/**
 * What a policy means for somebody who signs in:
 * - `stopped`: they do not get in before somebody helps them;
 * - `sets_up`: they must set up what is missing first, and can only in a browser where they signed in before;
 * - `grace`: they get in without for a while;
 * - `no_recovery`: they get in, and would not without the one thing that they have.
 */
export const planOutcome = z.enum(['stopped', 'sets_up', 'grace', 'no_recovery']);
export type PlanOutcome = z.infer<typeof planOutcome>;

/** Why: nothing to begin a sign-in with, no second factor, or no recovery codes. */
export const planReason = z.enum(['no_way', 'no_second_factor', 'no_recovery']);

/** Somebody whom a policy touches at their next sign-in. */
export const planned = z.strictObject({
  user: z.strictObject({ id, name: z.string(), username: z.string() }),
  outcome: planOutcome,
  reason: planReason,
  graceUntil,
  administrator: z.boolean(),
});
export type Planned = z.infer<typeof planned>;

/** Whom to mail: those whom a policy brings to an outcome, and from when it is to be in force; null when that is not known, or it is. */
export const policyMailing = z.strictObject({ policy: policyChange, outcome: planOutcome, from: instant.nullable() });

const counts = z.strictObject({ stopped: z.int(), sets_up: z.int(), grace: z.int(), no_recovery: z.int() });

/** Whom a policy would touch, by name; how many in all, and how many the present one does. */
export const policyPlan = page(planned).extend({
  /** False where it demands something of a group or a role whose people the caller may not see: they are counted, and nobody is listed. */
  namesShown: z.boolean(),
  people: z.int(),
  counts,
  present: counts,
  /** Whether no administrator would get in: such a policy is refused. */
  locksOut: z.boolean(),
});
export type PolicyPlan = z.infer<typeof policyPlan>;

function isUnique(items: readonly string[]): boolean {
  return new Set(items).size === items.length;
}
