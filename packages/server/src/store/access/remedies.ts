import type { Decision, Ref } from '@licet/contract';
import type { Snapshot } from '../kernel/snapshot.ts';
import type { DecisionBasis } from './basis.ts';
import { chainsFrom, inOrder } from './chains.ts';
import type { HeldAccess } from './effective.ts';
import { type Candidate, candidatesFor } from './reached.ts';
import type { Leads, RoleNode } from './role-graph.ts';
import type { CataloguePermission } from './subjects.ts';

type Remedy = Decision['remedies'][number];

/**
 * The remedies for a missing permission, smallest first: the permission itself, then roles and groups by the number
 * of other permissions that the user does not hold yet. Anything that gives the role admin is excluded.
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
  const all = await candidatesFor(snapshot, party.kind === 'client' ? asked : { ...asked, joining }); // groups contain only users
  const least = Map.groupBy(withNames(all, leads).sort(leastFirst), ({ kind }) => kind);
  const smallest = [
    ...(least.get('role') ?? []).slice(0, rolesShown),
    ...(least.get('group') ?? []).slice(0, groupsShown),
  ];
  const remedies = [alone];
  for (const { kind, id, name, role, also, alsoNames } of smallest.sort(leastFirst)) {
    const ways = role === null ? [] : await shortestWay(role, leads);
    remedies.push({ kind, id, name, also, roles: ways, alsoNames: alsoNames(namesShown) });
  }
  return remedies;
}

/** The roles that give a permission, sorted by the number of other permissions that are not held yet. */
export async function rolesFor(
  snapshot: Snapshot,
  permission: Pick<CataloguePermission, 'id'>,
  leads: Leads,
  held: HeldAccess,
): Promise<RoleNode[]> {
  const roles = harmlessRoles(leads).slice(0, rolesWeighed);
  const all = await candidatesFor(snapshot, { permissionId: permission.id, roles, heldIds: held.permissions });
  return withNames(all, leads)
    .sort(leastFirst)
    .map(({ id }) => named(id, leads));
}

const rolesShown = 6;
const groupsShown = 3;
const namesShown = 10;
// The number of roles to compare. No user would choose among more. Roles that lead to the permission directly come
// first.
const rolesWeighed = 200;

const withNames = (all: readonly Candidate[], leads: Leads): Candidate[] =>
  all.map((it) => (it.kind === 'role' ? { ...it, name: named(it.id, leads).name } : it));

function leastFirst(a: Candidate, b: Candidate): number {
  if (a.also !== b.also) return a.also - b.also;
  if (a.kind !== b.kind) return a.kind === 'role' ? -1 : 1;
  return a.name < b.name ? -1 : 1;
}

const named = (id: string, { nodes }: Leads): RoleNode => nodes.get(id) ?? { id, name: '', title: '' };

/** Roles that do not give the role admin, the nearest to the permission first. */
function harmlessRoles({ nodes, down, holding, admin }: Leads): string[] {
  const withAdmin = new Set<string>();
  const steps = new Map<string, number>();
  for (const role of inOrder([...nodes.keys()], down).reverse()) {
    const included = down.get(role) ?? [];
    if (role === admin || included.some((each) => withAdmin.has(each))) withAdmin.add(role);
    const least = included.reduce((sum, each) => Math.min(sum, steps.get(each) ?? sum), Number.POSITIVE_INFINITY);
    steps.set(role, holding.has(role) ? 0 : least + 1);
  }
  const stepsOf = (role: string) => steps.get(role) ?? Number.POSITIVE_INFINITY;
  return [...nodes.keys()]
    .filter((role) => !withAdmin.has(role) && Number.isFinite(stepsOf(role)))
    .sort((a, b) => stepsOf(a) - stepsOf(b));
}

async function shortestWay(role: string, leads: Leads): Promise<Ref[]> {
  const { down, holding } = leads;
  const nameOf = (id: string) => named(id, leads).name;
  let best: readonly string[] | undefined;
  for (const [end, chains] of await chainsFrom(role, down, 1, nameOf)) {
    const [chain] = chains.shortest;
    if (holding.has(end) && chain && (!best || chain.length < best.length)) best = chain;
  }
  return best ? [role, ...best].map((id) => ({ id, name: nameOf(id) })) : [];
}
