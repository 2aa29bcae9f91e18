import * as z from 'zod';
import { limits } from '../limits.ts';
import { says } from '../reasons/says.ts';
import { ids, ref, version } from './common.ts';

const seconds = (least: number, most: number) => z.int(says('seconds_not_whole', {})).min(least).max(most);

/** People by name: some users, and everybody in some groups. */
const people = { users: ids(limits.approversMax.value), groups: ids(limits.approversMax.value) };
const named = z.strictObject(people);
const anybody = { error: says('nobody_named', {}) };
const isSomebody = ({ users, groups }: { users: readonly string[]; groups: readonly string[] }) =>
  users.length + groups.length > 0;

/** One step of a decision: who may approve, and how many of them must. */
const newStep = z.strictObject({
  approvers: z.union([z.literal('owners'), named.refine(isSomebody, anybody)]),
  needed: z.int().min(1).max(limits.approvalsMax.value),
});

/**
 * How a role may be given. Where nobody set a policy the role has the usual one: no longest time, no reason needed, to be asked for,
 * decided by one owner, given by hand by whoever may grant, and taken at once by nobody.
 */
export const rolePolicyChange = z.strictObject({
  /** The longest that a grant of it may last, in seconds; null for no limit. */
  longestSeconds: seconds(limits.requestSecondsMin.value, limits.grantSecondsMax.value).nullable(),
  /** Whether a grant by hand needs a reason. */
  reasonNeeded: z.boolean(),
  /** Whether people may ask for it. */
  requestable: z.boolean(),
  /** Who decides on requests, one step after another. */
  approval: z.strictObject({ steps: z.array(newStep).min(1).max(limits.approvalStepsMax.value) }),
  /** Whether nobody gives it alone: whoever would give it by hand proposes it, and somebody else approves. */
  secondApprover: z.boolean(),
  /** Who may take it at once, and for how many seconds; null for nobody. */
  breakGlass: z
    .strictObject({ ...people, seconds: seconds(limits.requestSecondsMin.value, limits.breakGlassSecondsMax.value) })
    .refine(isSomebody, anybody)
    .nullable(),
});
export type RolePolicyChange = z.infer<typeof rolePolicyChange>;

/** That of a role for which nobody set one. */
export const usualRolePolicy: RolePolicyChange = {
  longestSeconds: null,
  reasonNeeded: false,
  requestable: true,
  approval: { steps: [{ approvers: 'owners', needed: 1 }] },
  secondApprover: false,
  breakGlass: null,
};

const namedNow = { users: z.array(ref), groups: z.array(ref) };
const step = newStep.extend({ approvers: z.union([z.literal('owners'), z.strictObject(namedNow)]) });

/** The same by name. Who was deleted since is left out; where nobody is left, the owners decide. Version 0: nobody set one. */
export const rolePolicy = rolePolicyChange.extend({
  approval: z.strictObject({ steps: z.array(step) }),
  breakGlass: z.strictObject({ ...namedNow, seconds: z.int() }).nullable(),
  version,
});
export type RolePolicy = z.infer<typeof rolePolicy>;
