/** The access of `users` users (0, 1, …) to `permissions` permissions, as numbered pairs. */
export interface Holdings {
  readonly users: number;
  readonly permissions: number;
  /** A user, a permission, the next user, its permission, … in any order. A repeated pair counts once. */
  readonly pairs: Uint32Array;
}

/** All `users` hold all `permissions`. Both lists are ascending and not empty. */
export interface Role {
  readonly users: readonly number[];
  readonly permissions: readonly number[];
}

/** Pairs that need at least `roles` roles. */
export interface Block {
  readonly pairs: readonly Pair[];
  readonly roles: number;
}

export type Pair = readonly [user: number, permission: number];

/** Returns the pairs of names as numbers, and the names by number, sorted by code unit. */
export function numbered(pairs: readonly (readonly [user: string, permission: string])[]): {
  readonly holdings: Holdings;
  readonly users: readonly string[];
  readonly permissions: readonly string[];
} {
  const users = [...new Set(pairs.map(([user]) => user))].sort();
  const permissions = [...new Set(pairs.map(([, permission]) => permission))].sort();
  const userNumber = new Map(users.map((name, number) => [name, number]));
  const permissionNumber = new Map(permissions.map((name, number) => [name, number]));
  const flat = new Uint32Array(pairs.length * 2);
  pairs.forEach(([user, permission], i) => {
    flat[2 * i] = userNumber.get(user) as number;
    flat[2 * i + 1] = permissionNumber.get(permission) as number;
  });
  return { holdings: { users: users.length, permissions: permissions.length, pairs: flat }, users, permissions };
}
