import { type DirectoryLine, foldIdentity, limits } from '@licet/contract';
import type { KeycloakRoles } from './keycloak-roles.ts';
import type { KeycloakGroup } from './keycloak-shapes.ts';
import { groupNameFor } from './names.ts';
import type { Plan } from './plan.ts';

/** The imported groups of a realm, and their names by Keycloak's path. */
export interface KeycloakGroups {
  readonly lines: readonly DirectoryLine[];
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Nested groups stay nested: a member of the inner group has what the outer one has. If a name occurs twice in the
 * realm, both groups get their whole path as a name.
 */
export function readGroups(groups: readonly KeycloakGroup[], roles: KeycloakRoles, plan: Plan): KeycloakGroups {
  const all = [...below(groups, [])];
  const count = new Map<string, number>();
  const keyOf = (name: string) => foldIdentity(groupNameFor(name));
  for (const { group } of all) count.set(keyOf(group.name), (count.get(keyOf(group.name)) ?? 0) + 1);
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const lines = all.map(({ group, path }): DirectoryLine => {
    const preferred = groupNameFor(count.get(keyOf(group.name)) === 1 ? group.name : path.join(' / '));
    let name = preferred;
    for (let again = 2; taken.has(foldIdentity(name)); again += 1) name = `${preferred} (${again})`;
    taken.add(foldIdentity(name));
    const whole = pathOf(path);
    plan.rename('group', group.name, name);
    names.set(whole, name);
    if (Object.keys(group.attributes ?? {}).length > 0) plan.leave('Attributes of groups', name);
    const within = names.get(pathOf(path.slice(0, -1))) ?? null;
    return { group: { name, description: '', within, roles: roles.granted(group, name) } };
  });
  return { lines, names };
}

function* below(
  groups: readonly KeycloakGroup[],
  above: readonly string[],
): Generator<{ readonly group: KeycloakGroup; readonly path: readonly string[] }> {
  if (above.length > limits.directoryDepth.value)
    throw new Error(`Groups are more than ${limits.directoryDepth.value} deep in one another.`);
  for (const group of groups) {
    const path = [...above, group.name];
    yield { group, path };
    yield* below(group.subGroups ?? [], path);
  }
}

/** Keycloak writes a tilde before a slash in a name. */
const pathOf = (path: readonly string[]) => path.map((name) => `/${name.replaceAll('/', '~/')}`).join('');
