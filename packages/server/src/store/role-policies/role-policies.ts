import type { Ref, RolePolicy, RolePolicyChange } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import { endFacts, insertFact, present, recorded } from '../kernel/facts.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';

/** A policy of a role, with people and groups by id. */
export type StoredRolePolicy = RolePolicyChange & { readonly version: number };

/** That of a role for which nobody set one. */
export const usualRolePolicy: StoredRolePolicy = {
  longestSeconds: null,
  reasonNeeded: false,
  requestable: true,
  approval: { steps: [{ approvers: 'owners', needed: 1 }] },
  secondApprover: false,
  breakGlass: null,
  version: 0,
};

/** How a role may be given, as a snapshot sees it. */
export async function findRolePolicy(snapshot: Snapshot, roleId: string): Promise<StoredRolePolicy> {
  const { rows } = await snapshot.connection.query<{ policy: RolePolicyChange; version: number }>(
    sql`select o.policy, o.no_from as version from role_policies o where o.role_id = ${roleId} and ${recorded(snapshot, 'o')}`,
  );
  const [found] = rows;
  return found ? { ...found.policy, version: found.version } : usualRolePolicy;
}

/** Replaces how a role may be given. */
export async function replaceRolePolicy(
  change: Change,
  role: { readonly id: string; readonly appId: string },
  policy: RolePolicyChange,
): Promise<void> {
  await endFacts(change, 'role_policies', { role_id: [role.id] });
  await insertFact(change, 'role_policies', {
    app_id: role.appId,
    role_id: role.id,
    policy: JSON.stringify(policy),
  });
}

/** Users and groups by id, as they are called now; who was deleted is left out. */
export type Named = ReadonlyMap<string, Ref>;

/** The users and groups that a policy names. */
export async function namedIn({ connection }: Snapshot, policy: RolePolicyChange): Promise<Named> {
  const lists = [...policy.approval.steps.map(({ approvers }) => approvers), policy.breakGlass].flatMap((people) =>
    people && people !== 'owners' ? [people] : [],
  );
  const ids = [...new Set(lists.flatMap(({ users, groups }) => [...users, ...groups]))];
  if (ids.length === 0) return new Map();
  const { rows } = await connection.query<Ref>(sql`
    select u.id, u.name from users u where u.id = any(${ids}::uuid[]) and u.status <> 'deleted' and ${present('u')}
    union all select g.id, g.name from groups g where g.id = any(${ids}::uuid[]) and ${present('g')}`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** A policy by name. */
export function withNames({ approval, breakGlass, ...policy }: StoredRolePolicy, named: Named): RolePolicy {
  const refs = (ids: readonly string[]) => ids.flatMap((id) => named.get(id) ?? []);
  const people = ({ users, groups }: { users: readonly string[]; groups: readonly string[] }) => ({
    users: refs(users),
    groups: refs(groups),
  });
  return {
    ...policy,
    approval: {
      steps: approval.steps.map(({ approvers, needed }) => ({
        approvers: approvers === 'owners' ? approvers : people(approvers),
        needed,
      })),
    },
    breakGlass: breakGlass && { ...people(breakGlass), seconds: breakGlass.seconds },
  };
}
