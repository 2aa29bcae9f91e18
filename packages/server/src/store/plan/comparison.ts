import { limits } from '@licet/contract';
import type { Breathe } from '../../breathing.ts';
import type { Brought } from './bringing.ts';

/** The gains and losses of a principal, by name and sorted by code point. */
export interface Difference {
  readonly gains: Names;
  readonly loses: Names;
  /** Permissions of a removed path that the principal still has by another path. */
  readonly keeps: readonly string[];
  /** The other paths: granted roles that bring some of these permissions, and direct permissions. */
  readonly keptBy: Names;
}

/** Names of roles and permissions. The role `admin` represents every permission: if it is gained or lost, other permissions are omitted. */
export interface Names {
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
}

/** The ids that a principal is granted at an instant, without the draft and with it. */
export interface Granted {
  readonly had: ReadonlySet<string>;
  readonly has: ReadonlySet<string>;
  /** What was given by grants that no longer reach the principal. */
  readonly gone: ReadonlySet<string>;
}

/**
 * What each thing brings, without the draft and with it. Most things bring the same on both sides, and most users have only one that
 * changes.
 */
export class Comparison {
  readonly #brought: ReadonlyMap<string, Brought>;
  readonly #brings: ReadonlyMap<string, Brought>;

  constructor(brought: ReadonlyMap<string, Brought>, brings: ReadonlyMap<string, Brought>) {
    this.#brought = brought;
    this.#brings = brings;
  }

  /** Whether a thing brings something different, or has a different name, with the draft. */
  moves(thing: string): boolean {
    const [was, is] = [this.#brought.get(thing), this.#brings.get(thing)];
    return was !== is && was?.key !== is?.key;
  }

  /** What a thing brings on each side; undefined if it brings every permission or more names than were read. */
  sidesOf(thing: string): readonly Brought[] | undefined {
    const sides = this.#sidesOf(thing);
    return sides.some(({ admin, unread }) => admin || unread) ? undefined : sides;
  }

  /** The number of names that comparing a thing reads; infinite if it has too many. */
  sizeOf(thing: string): number {
    return this.#sidesOf(thing).reduce(
      (sum, { roles, permissions, unread }) =>
        sum + (unread ? Number.POSITIVE_INFINITY : roles.size + permissions.size),
      1,
    );
  }

  /** A hash of what a thing brings on either side, by name. */
  keyOf(thing: string): string {
    return `${this.#brought.get(thing)?.key ?? ''} ${this.#brings.get(thing)?.key ?? ''}`;
  }

  /** Undefined if either side has more names than are compared. Every thing must have been read before. */
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

  /** What a thing no longer brings: everything, unless the principal still holds the thing. */
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

/** What a thing brought, and what it still brings. */
interface Lost {
  readonly was: Brought;
  readonly is?: Brought | undefined;
  readonly admin: boolean;
}

export const isNothing = ({ gains, loses, keeps }: Omit<Difference, 'keptBy'>): boolean =>
  [gains.roles, gains.permissions, loses.roles, loses.permissions, keeps].every(({ length }) => length === 0);

/** The permissions of lost paths that the later side still has. */
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

/** The granted things that bring some of the permissions. */
async function waysTo(permissions: ReadonlySet<string>, granted: readonly Brought[], breathe: Breathe): Promise<Names> {
  const ways: Brought[] = [];
  for (const it of granted) {
    await breathe();
    if (it.admin ? permissions.size > 0 : !permissions.isDisjointFrom(it.permissions)) ways.push(it);
  }
  const called = (role: boolean) => sorted(ways.filter((it) => it.roles.size > 0 === role).map(({ name }) => name));
  return { roles: called(true), permissions: called(false) };
}

/** What is granted on one side, with all names that it brings. */
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

/** The union of the names of these things. The set of a single thing is not copied. */
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
