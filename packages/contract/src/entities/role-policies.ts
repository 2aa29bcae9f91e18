import * as z from 'zod';
import { limits } from '../limits.ts';
import { says } from '../reasons/says.ts';
import { ids, ref, version } from './common.ts';

const seconds = (least: number, most: number) => z.int(says('seconds_not_whole', {})).min(least).max(most);

/** People by name: some users, and everybody in some groups. */
const once = () => ids(limits.approversMax.value).overwrite((list) => [...new Set(list)]);
const people = { users: once(), groups: once() };
const named = z.strictObject(people);
const anybody = { error: says('nobody_named', {}) };
const isSomebody = ({ users, groups }: { users: readonly string[]; groups: readonly string[] }) =>
  users.length + groups.length > 0;

/** One step of approval: the possible approvers, and how many are needed. */
const newStep = z.strictObject({
  approvers: z.union([z.literal('owners'), named.refine(isSomebody, anybody)]),
  needed: z.int().min(1).max(limits.approvalsMax.value),
});

/**
 * How a role may be granted. The default policy: no longest duration, no reason, requestable, approved by one owner,
 * granted by hand by every caller with the right, and no emergency use.
 */
export const rolePolicyChange = z.strictObject({
  /** The longest duration of a grant in seconds; null for no limit. */
  longestSeconds: seconds(limits.requestSecondsMin.value, limits.grantSecondsMax.value).nullable(),
  /** Whether a grant by hand needs a reason. */
  reasonNeeded: z.boolean(),
  /** Whether users may request it. */
  requestable: z.boolean(),
  /** The steps of approval. */
  approval: z.strictObject({ steps: z.array(newStep).min(1).max(limits.approvalStepsMax.value) }),
  /** Whether it needs two people: a caller who would grant it by hand proposes it, and another user approves. */
  secondApprover: z.boolean(),
  /** The users who may take it at once, and for how many seconds; null for none. */
  breakGlass: z
    .strictObject({ ...people, seconds: seconds(limits.requestSecondsMin.value, limits.breakGlassSecondsMax.value) })
    .refine(isSomebody, anybody)
    .nullable(),
});
export type RolePolicyChange = z.infer<typeof rolePolicyChange>;

/** The default policy. */
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

/**
 * The same by name, without deleted users and groups; if nobody is left, the owners decide. Version 0: no policy was
 * set.
 */
export const rolePolicy = rolePolicyChange.extend({
  approval: z.strictObject({ steps: z.array(step) }),
  breakGlass: z.strictObject({ ...namedNow, seconds: z.int() }).nullable(),
  version,
});
export type RolePolicy = z.infer<typeof rolePolicy>;
