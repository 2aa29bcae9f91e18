import { limits } from '@licet/contract';
import type { Breathe } from '../../breathing.ts';
import type { Brought } from './bringing.ts';

/** The gains and losses of a principal, by name and sorted by code point. */
export interface Difference {
  readonly gains: Names;
  readonly loses: Names;
  /** Permissions of a removed path that the principal still has by another path. */
  readonly keeps: readonly string[];
  /** The other paths: granted roles that contain some of these permissions, and direct permissions. */
  readonly keptBy: Names;
}

/** Names of roles and permissions. The role `admin` represents every permission: if it is gained or lost, other permissions are omitted. */
export interface Names {
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
}

/** The ids of the roles and permissions that a principal is granted at an instant, without the draft and with it. */
export interface Granted {
  readonly had: ReadonlySet<string>;
  readonly has: ReadonlySet<string>;
  /** The roles and permissions with a grant that no longer reaches the principal. */
  readonly gone: ReadonlySet<string>;
}

/**
 * Compares the names that each role and permission (“thing”) gives, without the draft and with it. Most give the same
 * on both sides, and most users have only one that differs.
 */
export class Comparison {
  readonly #brought: ReadonlyMap<string, Brought>;
  readonly #brings: ReadonlyMap<string, Brought>;

  constructor(brought: ReadonlyMap<string, Brought>, brings: ReadonlyMap<string, Brought>) {
    this.#brought = brought;
    this.#brings = brings;
  }

  /** Whether a thing has a different name, or gives different names, with the draft. */
  moves(thing: string): boolean {
    const [was, is] = [this.#brought.get(thing), this.#brings.get(thing)];
    return was !== is && was?.key !== is?.key;
  }

  /**
   * The names that a thing gives on each side. Undefined if a side gives every permission, or more names than were
   * read.
   */
  sidesOf(thing: string): readonly Brought[] | undefined {
    const sides = this.#sidesOf(thing);
    return sides.some(({ admin, unread }) => admin || unread) ? undefined : sides;
  }

  /** The number of names that are read to compare a thing; infinite if there are too many. */
  sizeOf(thing: string): number {
    return this.#sidesOf(thing).reduce(
      (sum, { roles, permissions, unread }) =>
        sum + (unread ? Number.POSITIVE_INFINITY : roles.size + permissions.size),
      1,
    );
  }

  /** A hash of the names that a thing gives on both sides. */
  keyOf(thing: string): string {
    return `${this.#brought.get(thing)?.key ?? ''} ${this.#brings.get(thing)?.key ?? ''}`;
  }

  /**
   * The difference between the sides; undefined if either has more names than are compared. All granted things must
   * have been read before.
   */
  async difference({ had, has, gone }: Granted, breathe: Breathe): Promise<Difference | undefined> {
    const before = await sideOf(had, this.#brought, breathe);
    const after = await sideOf(has, this.#brings, breathe);
    if (Math.max(before.permissions.size, after.permissions.size) > limits.planNamesOfOne.value) return undefined;
    // An admin on one side holds every permission on that side, listed or not.
    const admin = before.admin || after.admin;
    const lost = [...had].flatMap((it) => this.#lost(it, has.has(it) && !gone.has(it)));
    // A former admin had every permission, so each permission that they still hold comes by another path.
    const kept = await namesKept(
      lost.some((it) => it.admin) && !after.admin ? after.things.map((was) => ({ was })) : lost,
      after,
      breathe,
    );
    const less = async (of: Kind, from: Side, than: Side) => {
      await breathe();
      return sorted(from[of].difference(than[of]));
    };
    return {
      gains: {
        roles: await less('roles', after, before),
        permissions: admin ? [] : await less('permissions', after, before),
      },
      loses: {
        roles: await less('roles', before, after),
        permissions: admin ? [] : await less('permissions', before, after),
      },
      keeps: sorted(kept),
      keptBy: await waysTo(kept, after.things, breathe),
    };
  }

  /**
   * Returns what a principal loses of a thing. If the principal no longer holds the thing, this is everything;
   * otherwise it is what the thing no longer gives.
   */
  #lost(thing: string, stays: boolean): Lost[] {
    const was = this.#brought.get(thing);
    if (!was) return [];
    if (!stays) return [{ was, admin: was.admin }];
    const is = this.#brings.get(thing);
    return this.moves(thing) ? [{ was, is, admin: was.admin && !is?.admin }] : [];
  }

  #sidesOf(thing: string): Brought[] {
    return [this.#brought.get(thing), this.#brings.get(thing)].filter((it) => it !== undefined);
  }
}

type Kind = 'roles' | 'permissions';

/** The names that a thing gave, and those that it still gives. */
interface Lost {
  readonly was: Brought;
  readonly is?: Brought | undefined;
  readonly admin: boolean;
}

export const isNothing = ({ gains, loses, keeps }: Omit<Difference, 'keptBy'>): boolean =>
  [gains.roles, gains.permissions, loses.roles, loses.permissions, keeps].every(({ length }) => length === 0);

/** Returns the permissions of lost paths that the principal still has afterwards. */
async function namesKept(
  lost: readonly Pick<Lost, 'was' | 'is'>[],
  after: Side,
  breathe: Breathe,
): Promise<ReadonlySet<string>> {
  const kept = new Set<string>();
  for (const { was, is } of lost) {
    await breathe();
    for (const name of was.permissions)
      if (!is?.permissions.has(name) && (after.admin || after.permissions.has(name))) kept.add(name);
  }
  return kept;
}

/** Returns the names of the granted things that contain some of the permissions. */
async function waysTo(permissions: ReadonlySet<string>, granted: readonly Brought[], breathe: Breathe): Promise<Names> {
  const ways: Brought[] = [];
  for (const it of granted) {
    await breathe();
    if (it.admin ? permissions.size > 0 : !permissions.isDisjointFrom(it.permissions)) ways.push(it);
  }
  const called = (role: boolean) => sorted(ways.filter((it) => it.roles.size > 0 === role).map(({ name }) => name));
  return { roles: called(true), permissions: called(false) };
}

/** The things that are granted on one side, and all names that they give. */
interface Side {
  readonly things: readonly Brought[];
  readonly roles: ReadonlySet<string>;
  readonly permissions: ReadonlySet<string>;
  readonly admin: boolean;
}

async function sideOf(
  granted: ReadonlySet<string>,
  brings: ReadonlyMap<string, Brought>,
  breathe: Breathe,
): Promise<Side> {
  const things = [...granted].flatMap((thing) => brings.get(thing) ?? []);
  return {
    things,
    roles: await namesOf(things, 'roles', breathe),
    permissions: await namesOf(things, 'permissions', breathe),
    admin: things.some((it) => it.admin),
  };
}

/** Returns the names of one kind that these things give together. Does not copy the set of a single thing. */
async function namesOf(from: readonly Brought[], of: Kind, breathe: Breathe): Promise<ReadonlySet<string>> {
  const [first, ...others] = from.map((it) => it[of]);
  if (!first || others.length === 0) return first ?? new Set();
  const names = new Set(first);
  for (const more of others) {
    await breathe();
    for (const name of more) names.add(name);
  }
  return names;
}

/** Sorted by code point, as PostgreSQL sorts names in UTF-8. */
function sorted(names: Iterable<string>): string[] {
  const all = [...names];
  // The order by UTF-16 units differs only for surrogates and the characters from U+E000 to U+FFFF.
  if (!all.some((name) => /[\ud800-\uffff]/.test(name))) return all.sort();
  return all
    .map((name) => ({ name, bytes: Buffer.from(name) }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
    .map(({ name }) => name);
}
