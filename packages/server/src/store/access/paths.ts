import { type AccessPath, limits, type Ref } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { bounded, type Chains, chainsFrom } from './chains.ts';
import type { HeldGrant, Principals } from './principals.ts';
import type { RoleGraph } from './role-graph.ts';

/** All paths to one item: the exact count, and the shortest ones up to the display limit. */
export interface Paths {
  readonly paths: AccessPath[];
  readonly pathCount: number;
}

/** The goal: a permission granted directly, roles at which a path ends, and the role admin if it counts. */
export interface Goal {
  readonly permission?: string | null;
  readonly roles: ReadonlySet<string>;
  readonly admin?: string | undefined;
}

/** The paths of the users in a loaded neighbourhood. */
export interface Ways {
  /** Every path by which the goal reaches a user at the instant; paths by the role admin first, then the shortest. */
  to(userId: string, goal: Goal): Paths;
  /** The same for many goals of one user, without the role admin. Each path is visited once. */
  ofOne(userId: string): (goal: Omit<Goal, 'admin'>) => Paths;
  /** The grants that bring the goal from the instant on, including future ones. */
  bringing(userId: string, goal: Goal): HeldGrant[];
}

/**
 * Prepares to list paths. `at` is the instant of the snapshot from which both graphs were loaded.
 * @throws Refusal `too_large`, also of what it returns
 */
export function waysOf(principals: Principals, roles: RoleGraph, at: string): Ways {
  const shown = shownOf(roles.nodes.size + principals.up.size);
  const nameOf = (id: string) => principals.groupNames.get(id) ?? roles.nodes.get(id)?.name ?? '';
  const groupChains = remembered((user) => chainsFrom(user, principals.up, shown, nameOf));
  // The owner of an application can grant any number of roles, each of which includes all others, so the number of paths is limited.
  let [kept, steps]: [number, number] = [limits.pathsKept.value, limits.pathSteps.value];
  const tooMany = () => refuse('too_large', 'paths_too_many', {});
  const roleChains = remembered((role) => {
    const chains = chainsFrom(role, roles.down, shown, nameOf);
    kept -= chains.size;
    return kept < 0 ? tooMany() : chains;
  });
  const spend = (more: number): void => {
    steps -= more;
    if (steps < 0) tooMany();
  };

  const ends = function* (grant: HeldGrant, { permission, roles: wanted, admin }: Goal): Generator<End> {
    if (grant.permissionId !== null) {
      if (grant.permissionId === permission) yield { role: null, chains: itself, admin: false };
      return;
    }
    if (grant.roleId === null || !roles.nodes.has(grant.roleId)) return;
    const all = roleChains(grant.roleId);
    spend(all.size);
    for (const [role, chains] of all) {
      if (role === admin) yield { role: grant.roleId, chains, admin: true };
      else if (wanted.has(role)) yield { role: grant.roleId, chains, admin: false };
    }
  };

  const to = (userId: string, goal: Goal): Paths => {
    let pathCount = 0;
    const candidates: Candidate[] = [];
    for (const [principal, toPrincipal] of groupChains(userId)) {
      for (const grant of principals.grants.get(principal) ?? []) {
        if (grant.starts > at) continue;
        for (const end of ends(grant, goal)) {
          pathCount = bounded(pathCount + bounded(toPrincipal.count * end.chains.count));
          for (const [groups, below] of nearest(toPrincipal, end.chains, shown)) {
            candidates.push({ grant, groups, roles: end.role === null ? [] : [end.role, ...below], admin: end.admin });
          }
        }
      }
    }
    return pathsOf({ pathCount, candidates });
  };

  const pathsOf = ({ pathCount, candidates }: Found): Paths => {
    const ref = (id: string): Ref => ({ id, name: nameOf(id) });
    const paths = nearestOf(candidates, shown).map(({ grant, groups, roles: down, admin }) => ({
      grant: grant.id,
      groups: groups.map(ref),
      roles: down.map(ref),
      admin,
      starts: grant.starts,
      ends: grant.ends === 'infinity' ? null : grant.ends,
      reason: grant.reason,
      request: grant.request,
    }));
    return { paths, pathCount };
  };

  const ofOne = (userId: string) => {
    const found = new Map<string, Found>();
    let place = 0;
    const add = (thing: string, grant: HeldGrant, toPrincipal: Chains, chains: Chains) => {
      const those = found.get(thing) ?? { pathCount: 0, candidates: [] };
      found.set(thing, those);
      those.pathCount = bounded(those.pathCount + bounded(toPrincipal.count * chains.count));
      for (const [groups, below] of nearest(toPrincipal, chains, shown)) {
        const down = grant.roleId === null ? [] : [grant.roleId, ...below];
        keepNearest(those.candidates, { grant, groups, roles: down, admin: false, place: place++ }, shown);
      }
    };
    for (const [principal, toPrincipal] of groupChains(userId))
      for (const grant of principals.grants.get(principal) ?? []) {
        if (grant.starts > at) continue;
        if (grant.permissionId !== null) add(grant.permissionId, grant, toPrincipal, itself);
        else if (grant.roleId !== null && roles.nodes.has(grant.roleId)) {
          const all = roleChains(grant.roleId);
          spend(all.size);
          for (const [role, chains] of all) add(role, grant, toPrincipal, chains);
        }
      }
    return ({ permission, roles: wanted }: Omit<Goal, 'admin'>): Paths => {
      spend(wanted.size);
      const whole: Found = { pathCount: 0, candidates: [] };
      for (const thing of permission == null ? wanted : [permission, ...wanted]) {
        const those = found.get(thing);
        if (!those) continue;
        whole.pathCount = bounded(whole.pathCount + those.pathCount);
        for (const candidate of nearestOf(those.candidates, shown)) keepNearest(whole.candidates, candidate, shown);
      }
      return pathsOf(whole);
    };
  };

  const bringing = (userId: string, goal: Goal) =>
    [...groupChains(userId).keys()]
      .flatMap((principal) => principals.grants.get(principal) ?? [])
      .filter((grant) => !ends(grant, goal).next().done);

  return { to, ofOne, bringing };
}

/**
 * The number of paths shown for one item: fewer if there are very many roles and groups, since each may be an item
 * with paths through all the others.
 */
const shownOf = (nodes: number): number =>
  Math.max(1, Math.min(limits.pathsShown.value, Math.floor(limits.pathsTogether.value / Math.max(1, nodes))));

interface End {
  readonly role: string | null;
  readonly chains: Chains;
  readonly admin: boolean;
}

interface Candidate {
  readonly grant: HeldGrant;
  readonly groups: readonly string[];
  readonly roles: readonly string[];
  readonly admin: boolean;
  /** The order in which paths were found, if they are collected by goal. */
  readonly place?: number;
}

interface Found {
  pathCount: number;
  readonly candidates: Candidate[];
}

/** The first `bound` of them. Sorts the list in place. */
const nearestOf = (candidates: Candidate[], bound: number) => candidates.sort(nearestFirst).slice(0, bound);

/** Adds a candidate, and occasionally drops those beyond the first `bound`. */
function keepNearest(candidates: Candidate[], candidate: Candidate, bound: number): void {
  candidates.push(candidate);
  if (candidates.length > 64 + 8 * bound) candidates.splice(0, candidates.length, ...nearestOf(candidates, bound));
}

const itself: Chains = { count: 1, shortest: [[]] };

function remembered(compute: (node: string) => ReadonlyMap<string, Chains>) {
  const known = new Map<string, ReadonlyMap<string, Chains>>();
  return (node: string): ReadonlyMap<string, Chains> => {
    const result = known.get(node) ?? compute(node);
    known.set(node, result);
    return result;
  };
}

/** The pairs that can be among the `bound` shortest. Both lists are sorted, so at least (i + 1)(j + 1) - 1 pairs precede (i, j). */
function* nearest(above: Chains, below: Chains, bound: number): Generator<[readonly string[], readonly string[]]> {
  for (const [i, groups] of above.shortest.entries()) {
    for (const [j, roles] of below.shortest.entries()) {
      if ((i + 1) * (j + 1) > bound) break;
      yield [groups, roles];
    }
  }
}

function nearestFirst(a: Candidate, b: Candidate): number {
  if (a.admin !== b.admin) return a.admin ? -1 : 1;
  const longer = a.groups.length + a.roles.length - b.groups.length - b.roles.length;
  if (longer !== 0) return longer;
  if (a.grant.id !== b.grant.id) return a.grant.id < b.grant.id ? -1 : 1;
  return (a.place ?? 0) - (b.place ?? 0);
}
