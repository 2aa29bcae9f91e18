import type { Ref, RolePolicy, RolePolicyChange } from '@licet/contract';
import { fault } from '../../refusal.ts';
import type { StoredApplication } from '../../store/applications/applications.ts';
import type { Change } from '../../store/kernel/change.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import {
  findRolePolicy,
  type Named,
  namedIn,
  replaceRolePolicy,
  type StoredRolePolicy,
  withNames,
} from '../../store/role-policies/role-policies.ts';
import { requireMayGrant } from '../may-give.ts';
import { refuseFields, requireApplication, requireRole, requireVersion, roleTarget } from '../require.ts';
import { changing, reading } from '../use-case.ts';

export const policy = reading('roles.policy', async ({ snapshot, params }) => {
  const role = await requireRole(snapshot, await requireApplication(snapshot, params.application), params.role);
  return byName(snapshot, await findRolePolicy(snapshot, role.id));
});

/** Approvers can grant the role to others. So setting the approvers requires the right to grant it. */
export const setPolicy = changing('roles.setPolicy', async ({ change, access, params, body, ifMatch }) => {
  const application = await requireApplication(change, params.application);
  requireMayGrant(access, application.id);
  const role = await requireRole(change, application, params.role);
  requireVersion(await findRolePolicy(change, role.id), ifMatch);
  requireKnown(body, await namedIn(change, body));
  return replacePolicy(change, application, role, body);
});

/** Replaces the policy of a role and records the event. Returns the new policy, with names. */
export async function replacePolicy(
  change: Change,
  application: Pick<StoredApplication, 'id' | 'factId'>,
  role: Ref,
  policy: RolePolicyChange,
): Promise<RolePolicy> {
  const before = await findRolePolicy(change, role.id);
  const named = await namedIn(change, policy);
  await replaceRolePolicy(change, { id: role.id, appId: application.factId }, policy);
  const after = await findRolePolicy(change, role.id);
  change.record({
    action: 'role.policy_changed',
    application: application.id,
    target: roleTarget(role),
    before: recordOf(await byName(change, before)),
    after: recordOf(withNames(after, named)),
  });
  return withNames(after, named);
}

/** @throws Refusal `invalid_request` naming each unknown user or group, and each step with too few approvers */
function requireKnown({ approval, breakGlass }: RolePolicyChange, named: Named): void {
  const unknown = (at: string, { users, groups }: { users: readonly string[]; groups: readonly string[] }) =>
    [['user', users] as const, ['group', groups] as const].flatMap(([kind, ids]) =>
      ids.flatMap((id, index) =>
        named.has(id) ? [] : [fault({ pointer: `${at}/${kind}s/${index}` }, 'approver_unknown', { kind, id })],
      ),
    );
  const faults = approval.steps.flatMap(({ approvers, needed }, index) => {
    if (approvers === 'owners') return [];
    const at = `/approval/steps/${index}`;
    const people = new Set(approvers.users).size;
    const few = approvers.groups.length === 0 && people < needed;
    return [
      ...unknown(`${at}/approvers`, approvers),
      ...(few ? [fault({ pointer: `${at}/needed` }, 'approvers_too_few', { needed, named: people })] : []),
    ];
  });
  if (breakGlass) faults.push(...unknown('/breakGlass', breakGlass));
  if (faults.length > 0) refuseFields(faults);
}

const byName = async (snapshot: Snapshot, stored: StoredRolePolicy): Promise<RolePolicy> =>
  withNames(stored, await namedIn(snapshot, stored));

/** Returns a policy for the audit chain, with users and groups by name. */
function recordOf({ version: _, approval, breakGlass, ...rest }: RolePolicy) {
  const names = (people: 'owners' | Pick<NonNullable<RolePolicy['breakGlass']>, 'users' | 'groups'>) =>
    people === 'owners'
      ? people
      : [...people.users.map(({ name }) => name), ...people.groups.map(({ name }) => `${name} (group)`)];
  return {
    ...rest,
    approval: approval.steps.map(({ approvers, needed }) => ({ approvers: names(approvers), needed })),
    breakGlass: breakGlass && { by: names(breakGlass), seconds: breakGlass.seconds },
  };
}
