import type { Gives, GivesRef } from '@licet/contract';
import { fault, refuse } from '../../refusal.ts';
import type { Change } from '../../store/kernel/change.ts';
import { later } from '../../store/kernel/instants.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import {
  findRolePolicy,
  madeAgainstPolicy,
  type RoleToGive,
  roleToGive,
  type StoredRolePolicy,
} from '../../store/role-policies/role-policies.ts';
import { namesIn } from '../../store/roles/roles.ts';

type Given = Pick<Gives, 'kind' | 'id' | 'name'>;

/** What is granted, for how long and why. Without an end, it lasts until further notice. */
interface Wanted {
  readonly starts: string;
  readonly ends: string | null;
  readonly reason: string;
}

/**
 * Whether the application has the role or permission. If it is a role, also checks that its policy allows this grant by
 * hand.
 * @throws Refusal `second_approver_needed`, `reason_needed`, `longer_than_allowed`
 */
export async function allowedToGive(
  snapshot: Snapshot,
  appId: string,
  { kind, id }: GivesRef,
  wanted: Wanted,
): Promise<boolean> {
  if (kind === 'permission') return (await namesIn(snapshot, 'permissions', appId, [id])).size > 0;
  const role = await roleToGive(snapshot, appId, id);
  if (!role) return false;
  requireAllowed(role, wanted);
  return true;
}

/**
 * Checks that the policy of a role allows the grant by hand.
 * @throws Refusal as {@link allowedToGive}
 */
export function requireAllowed(role: RoleToGive, wanted: Wanted): void {
  requireNotAlone(role.policy, role);
  requireReason(role.policy, role, wanted);
  requireShort(role.policy, role, wanted);
}

/**
 * Checks a change of a grant against the policy of its role. A new reason is checked. If the end is later, the whole
 * duration is checked, from the start of the grant. A grant that is not extended may stay as it is, even if the policy
 * is stricter now.
 * @throws Refusal as {@link allowedToGive}
 */
export async function requireChangeAllowed(
  snapshot: Snapshot,
  gives: Given,
  before: Wanted,
  after: Wanted,
): Promise<void> {
  if (gives.kind !== 'role') return;
  const policy = await findRolePolicy(snapshot, gives.id);
  if (after.reason !== before.reason) requireReason(policy, gives, after);
  if (before.ends === null || (after.ends !== null && after.ends <= before.ends)) return;
  requireNotAlone(policy, gives);
  requireReason(policy, gives, after);
  requireShort(policy, gives, after);
}

/**
 * Checks that the policy of a role allows a request or a grant of this duration.
 * @throws Refusal `longer_than_allowed`
 */
export async function requireShortEnough(snapshot: Snapshot, gives: Given, seconds: number): Promise<void> {
  if (gives.kind !== 'role') return;
  const { longestSeconds } = await findRolePolicy(snapshot, gives.id);
  if (longestSeconds !== null && seconds > longestSeconds)
    refuse(
      'longer_than_allowed',
      'role_duration',
      { role: gives.name, longest: longestSeconds },
      { errors: [fault({ pointer: '/seconds' }, 'grant_at_most', { longest: longestSeconds })] },
    );
}

/**
 * Checks that an import, which grants without end, may grant its new roles.
 * @throws Refusal `second_approver_needed`, `longer_than_allowed`
 */
export async function requireImportAllowed(change: Change): Promise<void> {
  const found = await madeAgainstPolicy(change);
  if (!found) return;
  const { name, policy } = found;
  requireNotAlone(policy, { name });
  requireShort(policy, { name }, { starts: change.at, ends: null });
}

function requireNotAlone({ secondApprover }: StoredRolePolicy, { name }: Pick<Given, 'name'>): void {
  if (secondApprover) refuse('second_approver_needed', 'role_needs_two', { role: name });
}

function requireReason(
  { reasonNeeded }: StoredRolePolicy,
  { name }: Pick<Given, 'name'>,
  { reason }: Pick<Wanted, 'reason'>,
): void {
  if (reasonNeeded && reason.trim() === '')
    refuse(
      'reason_needed',
      'role_needs_reason',
      { role: name },
      { errors: [fault({ pointer: '/reason' }, 'grant_reason_missing', {})] },
    );
}

function requireShort(
  { longestSeconds }: StoredRolePolicy,
  { name }: Pick<Given, 'name'>,
  { starts, ends }: Pick<Wanted, 'starts' | 'ends'>,
): void {
  if (longestSeconds === null) return;
  const latest = later(starts, longestSeconds);
  if (ends !== null && ends <= latest) return;
  refuse(
    'longer_than_allowed',
    'role_end',
    { role: name, longest: longestSeconds, latest },
    { errors: [fault({ pointer: '/ends' }, 'grant_until', { latest })] },
  );
}
