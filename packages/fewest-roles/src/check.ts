import type { Block, Holdings, Pair, Role } from './holdings.ts';

// The checks share no code with the computation that they check, and use only sets of numbers.

/** Returns what is wrong if the roles do not give exactly the access of the holdings, otherwise undefined. */
export function coverFault(holdings: Holdings, roles: readonly Role[]): string | undefined {
  const held = heldPairs(holdings);
  const given = new Set<number>();
  for (const [i, { users, permissions }] of roles.entries()) {
    for (const user of users) {
      for (const permission of permissions) {
        const key = user * holdings.permissions + permission;
        if (!held.has(key) || permission >= holdings.permissions)
          return `Role ${i} gives user ${user} permission ${permission}, which the user does not hold.`;
        given.add(key);
      }
    }
  }
  for (const key of held) {
    if (given.has(key)) continue;
    const permission = key % holdings.permissions;
    return `No role gives user ${(key - permission) / holdings.permissions} permission ${permission}.`;
  }
  return undefined;
}

/**
 * Returns what is wrong if the blocks do not prove that `lowerBound` roles are needed, otherwise undefined. Two pairs (u, p) and (v, q) can
 * share a role only if u holds q and v holds p. Pairs of different blocks must not be able to share a role, so each block needs its own
 * roles. To check that a block needs n roles, the function tries all ways to distribute its pairs over n - 1 roles. This takes
 * exponential time in the size of the largest block.
 */
export function boundFault(holdings: Holdings, blocks: readonly Block[], lowerBound: number): string | undefined {
  const held = heldPairs(holdings);
  const holds = (user: number, permission: number) =>
    permission < holdings.permissions && held.has(user * holdings.permissions + permission);
  const share = ([user, permission]: Pair, [other, another]: Pair) => holds(user, another) && holds(other, permission);
  const earlier: Pair[] = [];
  for (const { pairs, roles } of blocks) {
    for (const pair of pairs) {
      if (!holds(...pair)) return `User ${pair[0]} does not hold permission ${pair[1]}.`;
      const partner = earlier.find((other) => share(pair, other));
      if (partner) return `The pairs (${partner}) and (${pair}) of different blocks can share a role.`;
    }
    earlier.push(...pairs);
    if (
      roles > 0 &&
      canShare(
        pairs,
        Array.from({ length: roles - 1 }, () => []),
        share,
      )
    )
      return `The block of (${pairs[0] ?? ''}) does not need ${roles} roles.`;
  }
  const proven = blocks.reduce((sum, { roles }) => sum + roles, 0);
  return proven < lowerBound ? `The blocks prove ${proven} roles, not ${lowerBound}.` : undefined;
}

/** Returns whether the pairs fit into the roles. It takes the pair with the fewest possible roles first (Brélaz, CACM 22(4), 1979). */
function canShare(pairs: readonly Pair[], roles: readonly Pair[][], share: (a: Pair, b: Pair) => boolean): boolean {
  const open = pairs.map((pair) => ({ pair, into: roles.filter((role) => role.every((other) => share(pair, other))) }));
  open.sort((a, b) => a.into.length - b.into.length);
  const next = open[0];
  if (next === undefined) return true;
  const rest = open.slice(1).map(({ pair }) => pair);
  // All empty roles are alike, so one of them is enough.
  const empty = next.into.find((role) => role.length === 0);
  return next.into
    .filter((role) => role.length > 0 || role === empty)
    .some((role) => {
      role.push(next.pair);
      const fits = canShare(rest, roles, share);
      role.pop();
      return fits;
    });
}

function heldPairs({ permissions, pairs }: Holdings): Set<number> {
  const held = new Set<number>();
  for (let i = 0; i < pairs.length; i += 2) held.add((pairs[i] as number) * permissions + (pairs[i + 1] as number));
  return held;
}
