import type { Decision, Ref } from '@licet/contract';
import type { Snapshot } from '../kernel/snapshot.ts';
import type { DecisionBasis } from './basis.ts';
import { chainsFrom } from './chains.ts';
import type { HeldAccess } from './effective.ts';
import { type Bringing, bringing } from './reached.ts';
import type { Leads, RoleNode } from './role-graph.ts';
import type { CataloguePermission } from './subjects.ts';

type Remedy = Decision['remedies'][number];

/**
 * The remedies for a missing permission, smallest first: the permission itself, then roles and groups by the number
 * of other permissions that the user does not hold yet. Anything that brings the role admin is excluded.
 */
export async function remediesFor(
  snapshot: Snapshot,
  { party, application, permission, leads, held }: DecisionBasis & { readonly permission: CataloguePermission },
): Promise<Remedy[]> {
  const alone: Remedy = {
    kind: 'permission',
    id: permission.id,
    name: permission.name,
    roles: [],
    also: 0,
    alsoNames: [],
  };
  const roles = harmlessRoles(leads);
  const asked = { permissionId: permission.id, roles: roles.slice(0, rolesWeighed), heldIds: held.permissions };
  const joining = { userId: party.id, appId: application.id, roles };
  const all = await bringing(snapshot, party.kind === 'client' ? asked : { ...asked, joining }); // groups contain only users
  const least = Map.groupBy(called(all, leads).sort(leastFirst), ({ kind }) => kind);
  return [
    alone,
    ...[...(least.get('role') ?? []).slice(0, rolesShown), ...(least.get('group') ?? []).slice(0, groupsShown)]
      .sort(leastFirst)
      .map(({ kind, id, name, role, also, alsoNames }) => ({
        kind,
        id,
        name,
        also,
        roles: role === null ? [] : shortestWay(role, leads),
        alsoNames: alsoNames(namesShown),
      })),
  ];
}

/** The roles that bring a permission, sorted by the number of other permissions that are not held yet. */
export async function rolesFor(
  snapshot: Snapshot,
  permission: Pick<CataloguePermission, 'id'>,
  leads: Leads,
  held: HeldAccess,
): Promise<RoleNode[]> {
  const roles = harmlessRoles(leads).slice(0, rolesWeighed);
  const all = await bringing(snapshot, { permissionId: permission.id, roles, heldIds: held.permissions });
  return called(all, leads)
    .sort(leastFirst)
    .map(({ id }) => named(id, leads));
}

const rolesShown = 6;
const groupsShown = 3;
const namesShown = 10;
// No user chooses among more roles; those that lead to the permission directly come first.
const rolesWeighed = 200;

const called = (all: readonly Bringing[], leads: Leads): Bringing[] =>
  all.map((it) => (it.kind === 'role' ? { ...it, name: named(it.id, leads).name } : it));

function leastFirst(a: Bringing, b: Bringing): number {
  if (a.also !== b.also) return a.also - b.also;
  if (a.kind !== b.kind) return a.kind === 'role' ? -1 : 1;
  return a.name < b.name ? -1 : 1;
}

const named = (id: string, { nodes }: Leads): RoleNode => nodes.get(id) ?? { id, name: '', title: '' };

/** Roles that do not bring the role admin, the nearest to the permission first. */
function harmlessRoles(leads: Leads): string[] {
  return [...leads.nodes.keys()]
    .filter((role) => !reachesAdmin(role, leads))
    .map((role) => ({ role, length: shortestWay(role, leads).length }))
    .filter(({ length }) => length > 0)
    .sort((a, b) => a.length - b.length)
    .map(({ role }) => role);
}

function shortestWay(role: string, leads: Leads): Ref[] {
  const { down, holding } = leads;
  const nameOf = (id: string) => named(id, leads).name;
  let best: readonly string[] | undefined;
  for (const [end, chains] of chainsFrom(role, down, 1, nameOf)) {
    const [chain] = chains.shortest;
    if (holding.has(end) && chain && (!best || chain.length < best.length)) best = chain;
  }
  return best ? [role, ...best].map((id) => ({ id, name: nameOf(id) })) : [];
}

function reachesAdmin(role: string, { down, admin }: Leads): boolean {
  return admin !== undefined && chainsFrom(role, down, 1, () => '').has(admin);
}
