import type { Brought } from './bringing.ts';

/** The gains and losses of a principal, by name and sorted by code point. */
export interface Difference {
  readonly gains: Names;
  readonly loses: Names;
  /** Permissions of a removed path that another path still gives. */
  readonly keeps: readonly string[];
  /** The other paths: granted roles that bring some of it, and direct permissions. */
  readonly keptBy: Names;
}

/** The role `admin` stands for every permission: if it is gained or lost, other permissions are omitted. */
export interface Names {
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
}

/** The ids that a principal is granted at an instant, without the draft and with it. */
export interface Granted {
  readonly had: readonly string[];
  readonly has: readonly string[];
  /** What was given by grants that no longer reach them. */
  readonly gone: readonly string[];
}

/**
 * What things bring, without the draft and with it. Most things bring the same, and most users are affected by one of
 * theirs.
 */
export class Comparison {
  readonly #brought: ReadonlyMap<string, Brought>;
  readonly #brings: ReadonlyMap<string, Brought>;
  readonly #taken = new Map<string, Brought>();
  readonly #added = new Map<string, Brought>();

  constructor(brought: ReadonlyMap<string, Brought>, brings: ReadonlyMap<string, Brought>) {
    this.#brought = brought;
    this.#brings = brings;
    for (const thing of new Set([...brought.keys(), ...brings.keys()])) {
      const [was, is] = [brought.get(thing) ?? nothing, brings.get(thing) ?? nothing];
      if (was === is) continue; // it brings the same as before
      this.#taken.set(thing, less(was, is));
      this.#added.set(thing, less(is, was));
    }
  }

  /** Whether a thing brings something else, or has another name, with the draft. */
  moves(thing: string): boolean {
    return this.#taken.has(thing);
  }

  /** The names that a thing brings on either side, roles and permissions separately; undefined for everything. */
  namesOf(thing: string): ReadonlySet<string> | undefined {
    const sides = [this.#brought.get(thing), this.#brings.get(thing)].filter((it) => it !== undefined);
    if (sides.some(({ admin }) => admin)) return undefined;
    return new Set(
      sides.flatMap((it) => [
        ...[...it.roles].map((name) => `role ${name}`),
        ...[...it.permissions].map((name) => `permission ${name}`),
      ]),
    );
  }

  difference({ had, has, gone }: Granted): Difference {
    const lost = had.map((it) => (has.includes(it) && !gone.includes(it) ? this.#taken : this.#brought).get(it));
    const got = has.map((it) => (had.includes(it) ? this.#added : this.#brings).get(it));
    const [before, after] = [sideOf(had, this.#brought), sideOf(has, this.#brings)];
    // An admin on one side holds every permission there, listed or not.
    const admin = before.some((it) => it.admin) || after.some((it) => it.admin);
    const held = (side: readonly Brought[], of: 'roles' | 'permissions', name: string) =>
      side.some((it) => it[of].has(name));
    const names = (from: readonly (Brought | undefined)[], of: 'roles' | 'permissions', not: readonly Brought[]) =>
      sorted(namesOf(from, of).filter((name) => !held(not, of, name)));
    const isAdmin = after.some((it) => it.admin);
    // A former admin had every permission: what they still hold comes by another path.
    const toKeep = lost.some((it) => it?.admin) && !isAdmin ? after : lost;
    const keeps = sorted(namesOf(toKeep, 'permissions').filter((name) => isAdmin || held(after, 'permissions', name)));
    return {
      gains: { roles: names(got, 'roles', before), permissions: admin ? [] : names(got, 'permissions', before) },
      loses: { roles: names(lost, 'roles', after), permissions: admin ? [] : names(lost, 'permissions', after) },
      keeps,
      keptBy: waysTo(keeps, after),
    };
  }
}

export const isNothing = ({ gains, loses, keeps }: Omit<Difference, 'keptBy'>): boolean =>
  [gains.roles, gains.permissions, loses.roles, loses.permissions, keeps].every(({ length }) => length === 0);

/** The granted things that bring some of the permissions. */
function waysTo(permissions: readonly string[], granted: readonly Brought[]): Names {
  const ways = granted.filter((it) => permissions.some((name) => it.admin || it.permissions.has(name)));
  const called = (role: boolean) => sorted(ways.filter((it) => it.roles.size > 0 === role).map(({ name }) => name));
  return { roles: called(true), permissions: called(false) };
}

const nothing: Brought = { name: '', roles: new Set(), permissions: new Set(), admin: false };

const less = (one: Brought, other: Brought): Brought => ({
  name: one.name,
  roles: one.roles.difference(other.roles),
  permissions: one.permissions.difference(other.permissions),
  admin: one.admin && !other.admin,
});

const sideOf = (things: readonly string[], brings: ReadonlyMap<string, Brought>) =>
  things.flatMap((thing) => brings.get(thing) ?? []);

const namesOf = (from: readonly (Brought | undefined)[], of: 'roles' | 'permissions') => [
  ...new Set(from.flatMap((it) => (it ? [...it[of]] : []))),
];

/** By code point, as PostgreSQL sorts names in UTF-8. */
const sorted = (names: Iterable<string>) =>
  [...names]
    .map((name) => ({ name, bytes: Buffer.from(name) }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
    .map(({ name }) => name);
