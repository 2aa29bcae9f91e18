import { type RolePolicy, type RolePolicyChange, usualRolePolicy } from '@licet/contract';
import type { ConfiguredPolicy } from '@licet/contract/configuration';
import { type Comparison, differs } from './comparison.ts';
import type { Declared } from './gather.ts';

/** A role in the files. `says` is its name in texts. */
export interface ComparedRole {
  readonly application: string;
  readonly role: string;
  readonly says: string;
}

/**
 * Compares the policy of a role. Parts that the file omits stay as they are.
 * @param before undefined for a role that the files create
 */
export function comparePolicy(
  all: Comparison,
  { application, role, says }: ComparedRole,
  before: RolePolicy | undefined,
  { value: declared, at }: Declared<ConfiguredPolicy>,
): void {
  const people = ({ users = [], groups = [] }: Named, ...path: (string | number)[]) => ({
    users: users.flatMap((name, index) => all.user(name, at(...path, 'users', index)) ?? []),
    groups: groups.flatMap((name, index) => all.group(name, at(...path, 'groups', index)) ?? []),
  });
  const { approval, breakGlass, ...plain } = declared;
  const steps = approval?.steps.map(({ approvers, needed }, index) => ({
    approvers: approvers === 'owners' ? approvers : people(approvers, 'approval', 'steps', index, 'approvers'),
    needed,
  }));
  const was = before ? byId(before) : usualRolePolicy;
  const body: RolePolicyChange = {
    ...was,
    ...(Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined)) as Partial<typeof was>),
    ...(steps && { approval: { steps } }),
    ...(breakGlass !== undefined && {
      breakGlass: breakGlass && { ...people(breakGlass, 'breakGlass'), seconds: breakGlass.seconds },
    }),
  };
  const [old, next] = [before ? byName(before) : usualRolePolicy, declared];
  const different = (Object.keys(was) as (keyof RolePolicyChange)[]).flatMap((field) => {
    if (canonical(was[field]) === canonical(body[field])) return [];
    if (field === 'approval') return `approval ${stepsOf(old.approval?.steps)} → ${stepsOf(next.approval?.steps)}`;
    if (field === 'breakGlass') return `breakGlass ${takers(old.breakGlass)} → ${takers(next.breakGlass)}`;
    return differs(field, was[field], body[field]);
  });
  if (different.length > 0)
    all.add(
      '~',
      `policy of ${says}`,
      at(),
      { call: 'roles.setPolicy', params: { application, role }, body },
      different,
    );
}

interface Named {
  readonly users?: readonly string[] | undefined;
  readonly groups?: readonly string[] | undefined;
}

/** Returns the server's policy with ids in place of users and groups. */
const byId = (policy: RolePolicy): RolePolicyChange => peopleAs(policy, ({ id }) => id);
const byName = (policy: RolePolicy): RolePolicyChange => peopleAs(policy, ({ name }) => name);

/**
 * Converts the users and groups of a policy. If no approvers are left, the owners decide. If no users or groups for
 * emergency access are left, it is disabled.
 */
function peopleAs(
  { version: _, approval, breakGlass, ...plain }: RolePolicy,
  as: (it: { readonly id: string; readonly name: string }) => string,
): RolePolicyChange {
  const people = ({ users, groups }: Pick<NonNullable<RolePolicy['breakGlass']>, 'users' | 'groups'>) =>
    users.length + groups.length > 0 ? { users: users.map(as), groups: groups.map(as) } : undefined;
  const takers = breakGlass && people(breakGlass);
  return {
    ...plain,
    approval: {
      steps: approval.steps.map(({ approvers, needed }) => ({
        approvers: (approvers !== 'owners' && people(approvers)) || 'owners',
        needed,
      })),
    },
    breakGlass: takers ? { ...takers, seconds: breakGlass.seconds } : null,
  };
}

/** The value as text, for comparing without regard to the order of people. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (key, it: unknown) =>
    (key === 'users' || key === 'groups') && Array.isArray(it) ? it.toSorted() : it,
  );

const stepsOf = (steps: NonNullable<ConfiguredPolicy['approval']>['steps'] = []): string =>
  steps
    .map(({ approvers, needed }) => `${needed} of ${approvers === 'owners' ? 'the owners' : whoOf(approvers)}`)
    .join(', then ');
const takers = (people: (Named & { readonly seconds: number }) | null | undefined): string =>
  people ? `${whoOf(people)} for ${people.seconds} s` : 'nobody';
const whoOf = ({ users = [], groups = [] }: Named): string =>
  [...users, ...groups.map((name) => `group ${name}`)].join(', ');
