import type { Decision } from '@licet/contract';
import { expect } from 'vitest';
import type { Model, ModelGrant } from './model.testing.ts';
import { chief, type World } from './world.testing.ts';

/**
 * Compares the remedies for a missing permission with the model, including what else each of them gives. Remedies are
 * the permission itself, and the roles and groups that give it without the role admin.
 */
export function compareRemedies(
  world: World,
  model: Model,
  user: string,
  { permission, remedies }: Pick<Decision, 'permission' | 'remedies'>,
): void {
  const wanted = permission.name;
  if (model.permitted(user, wanted) || model.state.suspended.has(user) || !isThere(model, wanted)) {
    expect(remedies).toEqual([]);
    return;
  }
  const { ids, roles, groups } = world;
  const id = (name: string) => ids.get(name) ?? '';
  const kinds = Map.groupBy(remedies, ({ kind }) => kind);
  expect(kinds.get('permission')).toMatchObject([{ id: id(wanted), also: 0 }]);
  const held = model.permissions(user);
  const harmless = roles.filter((role) => !brings(model, role).has('admin') && brings(model, role).has(wanted));
  const asRoles = harmless.map((role) => ({ id: id(role), also: beyond(model, [role], [...held, wanted]).length }));
  const shown = (kinds.get('role') ?? []).map(({ id, also }) => ({ id, also }));
  expect(shown.toSorted(byId)).toEqual(asRoles.sort(byId));
  const joinable = world.programs.includes(user) ? [] : groups; // groups contain only users
  const giving = joinable.filter((group) =>
    granted(model, [group]).some((gives) => [...harmless, wanted].includes(gives)),
  );
  const reached = (group: string) => granted(model, [group, ...model.groupsAbove(group)]);
  const asGroups = giving
    .filter((group) => !reached(group).some((gives) => gives === chief || brings(model, gives).has('admin')))
    .map((group) => ({ id: id(group), also: beyond(model, reached(group), [...held, wanted]).length }));
  const found = (kinds.get('group') ?? []).map(({ id, also }) => ({ id, also }));
  expect(asGroups).toEqual(expect.arrayContaining(found));
  expect(found.map(({ also }) => also)).toEqual(
    asGroups
      .map(({ also }) => also)
      .sort((a, b) => a - b)
      .slice(0, groupsShown),
  );
}

const groupsShown = 3;

const isThere = (model: Model, permission: string) =>
  model.world.permissions.includes(permission) && !model.state.gone.has(permission);

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);

/** The roles and permissions that grants in force give directly to the principals. */
const granted = (model: Model, principals: readonly string[]) =>
  model.state.grants
    .filter((grant) => principals.includes(grant.principal) && inForce(model, grant))
    .map(({ gives }) => gives);

const inForce = ({ at }: Model, { starts, ends }: ModelGrant) => starts <= at && at < ends;

/** The role or permission itself and, for a role, everything that it includes, with the permissions of these roles. */
function brings(model: Model, name: string): Set<string> {
  const below = model.below(name);
  return new Set([...below, ...model.state.holdings.filter(([role]) => below.includes(role)).map(([, held]) => held)]);
}

/** The permissions that a candidate adds to those held already. */
const beyond = (model: Model, names: readonly string[], had: readonly string[]) =>
  model.world.permissions.filter((name) => !had.includes(name) && names.some((it) => brings(model, it).has(name)));
