import { type RolePolicyChange, usualRolePolicy } from '@licet/contract';
import type { Snapshot } from '../../../store/kernel/snapshot.ts';
import type { FactHistory } from '../../../store/reverts/histories.ts';
import { policiesNaming } from '../../../store/reverts/rules.ts';
import { type CallerAccess, mayGrantIn } from '../../authorise.ts';
import {
  idIn,
  isThere,
  keyOf,
  nameOf,
  phases,
  placedWithRestored,
  roleOf,
  stateToRestore,
  type Target,
  targetOf,
  type Work,
} from './parts.ts';

/** Restores each role policy to its state before the reverted changes. */
export function turnPolicies(work: Work, access: CallerAccess): void {
  for (const history of work.histories) if (history.table === 'role_policies') turnPolicy(work, access, history);
}

/** A restored user gets a new id, which replaces the former one in policies. */
export async function renameInPolicies(work: Work, snapshot: Snapshot, access: CallerAccess): Promise<void> {
  const set = new Set(work.steps.flatMap(({ change }) => (change.call === 'roles.setPolicy' ? [roleOf(change)] : [])));
  for (const { role, policy } of await policiesNaming(snapshot, [...work.restoredIds.keys()])) {
    if (work.removed.has(role) || set.has(role)) continue;
    const deletedNoOf = (id: string) => work.known.get(id)?.deletedNo ?? 0;
    // Placed with the user or group that was deleted first, because that one is restored last.
    const [back = ''] = peopleIn(policy)
      .filter((id) => work.restoredIds.has(id))
      .sort((one, other) => deletedNoOf(one) - deletedNoOf(other));
    const event = deletedNoOf(back);
    const application = keyOf(work, role);
    if (!mayGrantIn(access, application)) {
      work.cannot.push({ event, why: 'not_planned', target: targetOf(work, back), by: null, what: 'policies' });
      continue;
    }
    const target = policyOf(work, role);
    const body = withThoseThere(work, event, target, policy);
    const change = { call: 'roles.setPolicy', params: { application, role }, body } as const;
    work.steps.push({ change, target, event, phase: phases.rules });
  }
}

function turnPolicy(work: Work, access: CallerAccess, history: FactHistory): void {
  const role = history.key;
  if ([work.removed, work.ignored, work.refused].some((ids) => ids.has(role)) || !isThere(work, role)) return;
  const target = policyOf(work, role);
  const state = stateToRestore(work, history, target);
  if (!state) return;
  const { event, before } = state;
  const application = keyOf(work, role);
  if (!mayGrantIn(access, application)) {
    work.cannot.push({ event, why: 'not_planned', target: targetOf(work, role), by: null, what: 'policy' });
    return;
  }
  const policy = before ? (before.fields.policy as RolePolicyChange) : usualRolePolicy;
  const body = withThoseThere(work, event, target, policy);
  const change = { call: 'roles.setPolicy', params: { application, role: idIn(work, role) }, body } as const;
  const placedWith = placedWithRestored(work, event, peopleIn(policy));
  work.steps.push({ change, target, event, placedWith, phase: phases.rules });
}

/** The people and groups that a policy names, by id. */
export const peopleIn = ({ approval, breakGlass }: RolePolicyChange): string[] =>
  [...approval.steps.map(({ approvers }) => approvers), breakGlass].flatMap((people) =>
    people && people !== 'owners' ? [...people.users, ...people.groups] : [],
  );

const policyOf = (work: Work, role: string): Target => ({ kind: 'policy', name: nameOf(work, role) });

/**
 * Returns a policy without missing users and groups, and reports these. If none is left, the owners decide, and the
 * role has no emergency access.
 */
function withThoseThere(work: Work, event: number, target: Target, policy: RolePolicyChange): RolePolicyChange {
  // A policy may name the same user or group several times; each missing one is reported once.
  const reported = new Set<string>();
  const there = (ids: readonly string[]) =>
    [...new Set(ids)].flatMap((id) => {
      if (isThere(work, id)) return [idIn(work, id)];
      if (!reported.has(id))
        work.cannot.push({
          event,
          why: 'gone',
          target,
          by: work.known.get(id)?.deletedNo ?? null,
          what: targetOf(work, id),
        });
      reported.add(id);
      return [];
    });
  const left = ({ users, groups }: { readonly users: readonly string[]; readonly groups: readonly string[] }) => {
    const named = { users: there(users), groups: there(groups) };
    return named.users.length + named.groups.length > 0 ? named : undefined;
  };
  const takers = policy.breakGlass && left(policy.breakGlass);
  return {
    ...policy,
    approval: {
      steps: policy.approval.steps.map(({ approvers, needed }) => {
        const named = approvers === 'owners' ? undefined : left(approvers);
        if (!named) return { approvers: 'owners', needed };
        return { approvers: named, needed: named.groups.length > 0 ? needed : Math.min(needed, named.users.length) };
      }),
    },
    breakGlass: takers ? { ...takers, seconds: policy.breakGlass?.seconds ?? 0 } : null,
  };
}
