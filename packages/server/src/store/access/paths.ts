import { type AccessPath, limits, type Ref } from '@licet/contract';
import { breathing } from '../../breathing.ts';
import { problemWith, Refusal } from '../../refusal.ts';
import { bounded, type Chains, chainsFrom, inOrder } from './chains.ts';
import { type HeldGrant, membershipKey, type Principals } from './principals.ts';
import type { RoleGraph } from './role-graph.ts';

/** All paths to one item: the exact count, and the shortest ones up to the display limit. */
export interface Paths {
  readonly paths: AccessPath[];
  readonly pathCount: number;
}

/**
 * Where a path may end: at the permission, if it is granted directly, at one of the roles, or at the role `admin`, if
 * it is set.
 */
export interface Goal {
  readonly permission?: string | null;
  readonly roles: ReadonlySet<string>;
  readonly admin?: string | undefined;
}

/** Finds the paths of users in the loaded graphs, and lets other requests run meanwhile. */
export interface Ways {
  /** Every path by which the goal reaches a user at the instant; paths by the role admin first, then the shortest. */
  to(userId: string, goal: Goal): Promise<Paths>;
  /** Prepares the paths of one user to many goals, without the role admin. Visits each path once. */
  ofOne(userId: string): Promise<(goal: Omit<Goal, 'admin'>) => Promise<Paths>>;
  /** The grants by which a user reaches the goal from the instant on, including future ones. */
  grantsFor(userId: string, goal: Goal): Promise<HeldGrant[]>;
  /** The roles and permissions that reach a user at the instant, without their paths. */
  held(userId: string): Promise<ReadonlySet<string>>;
  /**
   * Lists the paths of each entry of a list, within an equal share of the limits. Tries again the entries that need
   * more: first within half of the rest, then within all of it. The result is undefined for an entry with too many
   * paths.
   */
  each<Of, Result>(entries: readonly Of[], list: (of: Of) => Promise<Result>): Promise<(Result | undefined)[]>;
}

/** Thrown when listing paths would take too long. {@link Ways.each} catches it and continues with the next entry. */
class TooManyPaths extends Refusal {
  constructor() {
    super(problemWith('too_large', 'paths_too_many', {}));
  }
}

/**
 * Prepares to list paths. `at` is the instant of the snapshot from which both graphs were loaded.
 * @throws Refusal `too_large`, in the functions that it returns
 */
export function waysOf(
  principals: Principals,
  roles: RoleGraph,
  at: string,
  steps: number = limits.pathSteps.value,
): Ways {
  const maxPaths = maxPathsFor(roles.nodes.size + principals.up.size);
  const nameOf = (id: string) => principals.groupNames.get(id) ?? roles.nodes.get(id)?.name ?? '';
  const breathe = breathing();
  // The owner of an application can grant any number of roles, each of which includes all others, so the number of paths is limited.
  const left: Left = { chains: limits.pathsKept.value, steps };
  /** The part of the limits that is reserved for the other entries of a list. */
  let reserved: Left = { chains: 0, steps: 0 };
  const spend = (steps: number): void => {
    left.steps -= steps;
    if (left.steps < reserved.steps) throw new TooManyPaths();
  };
  const groupChains = remembered((user) => chainsFrom(user, principals.up, maxPaths, nameOf, { spend, breathe }));
  // Many entries of a list can try the same role, so its inclusions are walked only once.
  const orderOf = remembered(async (role) => inOrder([role], roles.down));
  const roleChains = remembered(async (role) => {
    const chains = await chainsFrom(role, roles.down, maxPaths, nameOf, { spend, breathe, order: await orderOf(role) });
    // Chains that do not fit are not charged, so a later entry with a larger share can still keep them for all entries.
    if (left.chains - chains.size < reserved.chains) throw new TooManyPaths();
    left.chains -= chains.size;
    return chains;
  });
  const isLater = ({ starts }: HeldGrant) => starts > at;
  const counts = (grant: HeldGrant) => !isLater(grant) && (grant.roleId === null || roles.nodes.has(grant.roleId));

  const ends = async (grant: HeldGrant, { permission, roles: goalRoles, admin }: Goal): Promise<End[]> => {
    if (grant.permissionId !== null) return grant.permissionId === permission ? [direct] : [];
    const { roleId } = grant;
    if (roleId === null || !roles.nodes.has(roleId)) return [];
    const all = await roleChains(roleId);
    spend(all.size);
    return [...all].flatMap(([role, chains]) =>
      role === admin || goalRoles.has(role) ? [{ role: roleId, chains, admin: role === admin }] : [],
    );
  };

  let place = 0;
  const add = (found: Found, grant: HeldGrant, toPrincipal: Chains, { role, chains, admin }: End): void => {
    found.pathCount = bounded(found.pathCount + bounded(toPrincipal.count * chains.count));
    for (const [groups, below] of nearest(toPrincipal, chains, maxPaths)) {
      spend(1);
      const down = role === null ? [] : [role, ...below];
      keepNearest(found.candidates, { grant, groups, roles: down, admin, place: place++ }, maxPaths);
    }
  };

  const to = async (userId: string, goal: Goal): Promise<Paths> => {
    const found: Found = { pathCount: 0, candidates: [] };
    for (const [principal, toPrincipal] of await groupChains(userId))
      for (const grant of principals.grants.get(principal) ?? []) {
        if (!counts(grant)) continue;
        await breathe();
        for (const end of await ends(grant, goal)) add(found, grant, toPrincipal, end);
      }
    return pathsOf(userId, found);
  };

  /** The latest start of the memberships that lead from a user through these groups; null without groups. */
  const joinedAt = (userId: string, groups: readonly string[]): string | null => {
    const starts = groups.map((group, index) =>
      principals.joined.get(membershipKey(groups[index - 1] ?? userId, group)),
    );
    return starts.reduce<string | null>((last, at) => (at && (last === null || at > last) ? at : last), null);
  };

  const pathsOf = (userId: string, { pathCount, candidates }: Found): Paths => {
    const ref = (id: string): Ref => ({ id, name: nameOf(id) });
    const paths = nearestOf(candidates, maxPaths).map(({ grant, groups, roles: down, admin }) => ({
      grant: grant.id,
      groups: groups.map(ref),
      roles: down.map(ref),
      admin,
      starts: grant.starts,
      joined: joinedAt(userId, groups),
      ends: grant.ends === 'infinity' ? null : grant.ends,
      grantedBy: grant.grantedBy,
      reason: grant.reason,
      request: grant.request,
    }));
    return { paths, pathCount };
  };

  const ofOne = async (userId: string) => {
    const found = new Map<string, Found>();
    const of = (id: string): Found => {
      const those = found.get(id) ?? { pathCount: 0, candidates: [] };
      found.set(id, those);
      return those;
    };
    for (const [principal, toPrincipal] of await groupChains(userId))
      for (const grant of principals.grants.get(principal) ?? []) {
        if (!counts(grant)) continue;
        await breathe();
        const { roleId, permissionId } = grant;
        if (permissionId !== null) add(of(permissionId), grant, toPrincipal, direct);
        else if (roleId !== null) {
          const all = await roleChains(roleId);
          spend(all.size);
          for (const [role, chains] of all) add(of(role), grant, toPrincipal, { role: roleId, chains, admin: false });
        }
      }
    return async ({ permission, roles: goalRoles }: Omit<Goal, 'admin'>): Promise<Paths> => {
      spend(goalRoles.size);
      const whole: Found = { pathCount: 0, candidates: [] };
      for (const id of permission == null ? goalRoles : [permission, ...goalRoles]) {
        const those = found.get(id);
        if (!those) continue;
        await breathe();
        whole.pathCount = bounded(whole.pathCount + those.pathCount);
        const candidates = nearestOf(those.candidates, maxPaths);
        spend(candidates.length);
        for (const candidate of candidates) keepNearest(whole.candidates, candidate, maxPaths);
      }
      return pathsOf(userId, whole);
    };
  };

  const grantsFor = async (userId: string, goal: Goal) => {
    const found: HeldGrant[] = [];
    for (const principal of (await groupChains(userId)).keys())
      for (const grant of principals.grants.get(principal) ?? []) {
        await breathe();
        if ((await ends(grant, goal)).length > 0) found.push(grant);
      }
    return found;
  };

  // Many users of a list have the same grants.
  const heldOf = remembered(async (granted) => new Set(inOrder(JSON.parse(granted), roles.down)));
  const held = remembered(async (userId) => {
    await breathe();
    const granted = inOrder([userId], principals.up).flatMap((id) => principals.grants.get(id)?.filter(counts) ?? []);
    const grantedIds = new Set(granted.flatMap(({ roleId, permissionId }) => roleId ?? permissionId ?? []));
    return heldOf(JSON.stringify([...grantedIds].sort()));
  });

  const each = async <Of, Result>(entries: readonly Of[], list: (of: Of) => Promise<Result>) => {
    const found = entries.map((): Result | undefined => undefined);
    const attempt = async (index: number, of: Of, most: Left): Promise<boolean> => {
      reserved = { chains: Math.max(0, left.chains - most.chains), steps: Math.max(0, left.steps - most.steps) };
      try {
        found[index] = await list(of);
        return true;
      } catch (error) {
        if (!(error instanceof TooManyPaths)) throw error;
        // An entry never takes more than its share from the others.
        left.steps = Math.max(left.steps, reserved.steps);
        return false;
      }
    };
    const share = { chains: left.chains / entries.length, steps: left.steps / entries.length };
    let failed: [number, Of][] = [];
    for (const [index, of] of entries.entries()) {
      const { steps } = left;
      if (await attempt(index, of, share)) continue;
      // Completed chains stay in memory, but the other steps of this attempt are repeated later. So its steps are not
      // counted now.
      left.steps = steps;
      failed.push([index, of]);
    }
    // A failed attempt also completes chains, so the last round can list entries that failed in the second one.
    for (const parts of [2, 1]) {
      const again = failed;
      failed = [];
      for (const [turn, [index, of]] of again.entries()) {
        const divisor = Math.min(parts, again.length - turn);
        if (!(await attempt(index, of, { chains: left.chains / divisor, steps: left.steps / divisor })))
          failed.push([index, of]);
      }
    }
    reserved = { chains: 0, steps: 0 };
    return found;
  };

  return { to, ofOne, grantsFor, held, each };
}

/**
 * Returns the number of paths to show for one item. Each role or group may be an item with paths through all the
 * others, so the number is lower if there are very many.
 */
const maxPathsFor = (nodes: number): number =>
  Math.max(1, Math.min(limits.pathsShown.value, Math.floor(limits.pathsTogether.value / Math.max(1, nodes))));

/** The part of the limits that is left. */
interface Left {
  /** The number of chains that may still be kept in memory. */
  chains: number;
  steps: number;
}

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
  /** The order in which paths were found. */
  readonly place: number;
}

interface Found {
  pathCount: number;
  readonly candidates: Candidate[];
}

/** Sorts the candidates in place and returns the first `bound`. */
const nearestOf = (candidates: Candidate[], bound: number) => candidates.sort(nearestFirst).slice(0, bound);

/** Adds a candidate, and occasionally drops those beyond the first `bound`. */
function keepNearest(candidates: Candidate[], candidate: Candidate, bound: number): void {
  candidates.push(candidate);
  if (candidates.length > 64 + 8 * bound) candidates.splice(0, candidates.length, ...nearestOf(candidates, bound));
}

/** The end of a path by a permission that is granted directly. */
const direct: End = { role: null, chains: { count: 1, shortest: [[]] }, admin: false };

function remembered<Result>(compute: (node: string) => Promise<Result>) {
  const known = new Map<string, Result>();
  return async (node: string): Promise<Result> => {
    const result = known.get(node) ?? (await compute(node));
    known.set(node, result);
    return result;
  };
}

/**
 * The pairs of a path in `above` and a path in `below` that can be among the `bound` shortest. Both lists are sorted,
 * so at least (i + 1)(j + 1) - 1 pairs precede (i, j).
 */
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
  return a.place - b.place;
}
