import type { Brought } from './bringing.ts';
import { hashOf } from './hash-of.ts';

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
  readonly had: ReadonlySet<string>;
  readonly has: ReadonlySet<string>;
  /** What was given by grants that no longer reach them. */
  readonly gone: ReadonlySet<string>;
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
  readonly #keys = new Map<string, string>();
  readonly #names = new Map<string, ReadonlySet<string>>();

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
    const sides = this.#sidesOf(thing);
    if (sides.some(({ admin }) => admin)) return undefined;
    const names =
      this.#names.get(thing) ??
      new Set(
        sides.flatMap((it) => [
          ...[...it.roles].map((name) => `role ${name}`),
          ...[...it.permissions].map((name) => `permission ${name}`),
        ]),
      );
    this.#names.set(thing, names);
    return names;
  }

  /** How many names are read to compare a thing. */
  sizeOf(thing: string): number {
    return this.#sidesOf(thing).reduce((sum, { roles, permissions }) => sum + roles.size + permissions.size, 1);
  }

  /** A hash of what a thing brings on either side, by name. */
  keyOf(thing: string): string {
    const sides = [this.#brought.get(thing), this.#brings.get(thing)];
    const said = (it: Brought | undefined) =>
      it ? [it.name, [...it.roles].sort(), [...it.permissions].sort(), it.admin] : null;
    const key = this.#keys.get(thing) ?? hashOf(JSON.stringify(sides.map(said)));
    this.#keys.set(thing, key);
    return key;
  }

  difference({ had, has, gone }: Granted): Difference {
    const lost = [...had].map((it) => (has.has(it) && !gone.has(it) ? this.#taken : this.#brought).get(it));
    const got = [...has].map((it) => (had.has(it) ? this.#added : this.#brings).get(it));
    const [before, after] = [sideOf(had, this.#brought), sideOf(has, this.#brings)];
    // An admin on one side holds every permission there, listed or not.
    const admin = before.admin || after.admin;
    const names = (from: readonly (Brought | undefined)[], of: Kind, not: Side) =>
      sorted([...namesOf(from, of)].filter((name) => !not[of].has(name)));
    // A former admin had every permission: what they still hold comes by another path.
    const toKeep = lost.some((it) => it?.admin) && !after.admin ? after.things : lost;
    const kept = [...namesOf(toKeep, 'permissions')].filter((name) => after.admin || after.permissions.has(name));
    return {
      gains: { roles: names(got, 'roles', before), permissions: admin ? [] : names(got, 'permissions', before) },
      loses: { roles: names(lost, 'roles', after), permissions: admin ? [] : names(lost, 'permissions', after) },
      keeps: sorted(kept),
      keptBy: waysTo(new Set(kept), after.things),
    };
  }

  #sidesOf(thing: string): Brought[] {
    return [this.#brought.get(thing), this.#brings.get(thing)].filter((it) => it !== undefined);
  }
}

type Kind = 'roles' | 'permissions';

export const isNothing = ({ gains, loses, keeps }: Omit<Difference, 'keptBy'>): boolean =>
  [gains.roles, gains.permissions, loses.roles, loses.permissions, keeps].every(({ length }) => length === 0);

/** The granted things that bring some of the permissions. */
function waysTo(permissions: ReadonlySet<string>, granted: readonly Brought[]): Names {
  const ways = granted.filter((it) => (it.admin ? permissions.size > 0 : !permissions.isDisjointFrom(it.permissions)));
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

/** What is granted on one side, with the names of all of it. */
interface Side {
  readonly things: readonly Brought[];
  readonly roles: ReadonlySet<string>;
  readonly permissions: ReadonlySet<string>;
  readonly admin: boolean;
}

function sideOf(granted: ReadonlySet<string>, brings: ReadonlyMap<string, Brought>): Side {
  const things = [...granted].flatMap((thing) => brings.get(thing) ?? []);
  const admin = things.some((it) => it.admin);
  return { things, roles: namesOf(things, 'roles'), permissions: namesOf(things, 'permissions'), admin };
}

/** The names that some of these have; those of a single one are not copied. */
function namesOf(from: readonly (Brought | undefined)[], of: Kind): ReadonlySet<string> {
  const [first, ...others] = from.flatMap((it) => it?.[of] ?? []);
  if (!first || others.length === 0) return first ?? new Set();
  const names = new Set(first);
  for (const more of others) for (const name of more) names.add(name);
  return names;
}

/** By code point, as PostgreSQL sorts names in UTF-8. */
const sorted = (names: Iterable<string>) =>
  [...names]
    .map((name) => ({ name, bytes: Buffer.from(name) }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
    .map(({ name }) => name);
