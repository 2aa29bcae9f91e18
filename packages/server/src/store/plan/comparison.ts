import { limits } from '@licet/contract';
import type { Breathe } from '../../breathing.ts';
import type { GrantedNames } from './granted-names.ts';

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
  readonly lostGrants: ReadonlySet<string>;
}

/**
 * Compares the names that each granted role or permission gives, without the draft and with it. Most give the same on
 * both sides, and most users have only one that differs.
 */
export class Comparison {
  readonly #before: ReadonlyMap<string, GrantedNames>;
  readonly #after: ReadonlyMap<string, GrantedNames>;

  constructor(before: ReadonlyMap<string, GrantedNames>, after: ReadonlyMap<string, GrantedNames>) {
    this.#before = before;
    this.#after = after;
  }

  /** Whether the role or permission has a different name, or gives different names, with the draft. */
  differs(grantedId: string): boolean {
    const [was, is] = [this.#before.get(grantedId), this.#after.get(grantedId)];
    return was !== is && was?.key !== is?.key;
  }

  /**
   * The names that the role or permission gives on each side. Undefined if a side gives every permission, or more names
   * than were read.
   */
  sidesOf(grantedId: string): readonly GrantedNames[] | undefined {
    const sides = this.#sidesOf(grantedId);
    return sides.some(({ admin, unread }) => admin || unread) ? undefined : sides;
  }

  /** The number of names that are read to compare the role or permission; infinite if there are too many. */
  sizeOf(grantedId: string): number {
    return this.#sidesOf(grantedId).reduce(
      (sum, { roles, permissions, unread }) =>
        sum + (unread ? Number.POSITIVE_INFINITY : roles.size + permissions.size),
      1,
    );
  }

  /** A hash of the names that the role or permission gives on both sides. */
  keyOf(grantedId: string): string {
    return `${this.#before.get(grantedId)?.key ?? ''} ${this.#after.get(grantedId)?.key ?? ''}`;
  }

  /**
   * The difference between the sides; undefined if either has more names than are compared. The names of
   * all granted roles and permissions must have been read before.
   */
  async difference({ had, has, lostGrants }: Granted, breathe: Breathe): Promise<Difference | undefined> {
    const before = await sideOf(had, this.#before, breathe);
    const after = await sideOf(has, this.#after, breathe);
    if (Math.max(before.permissions.size, after.permissions.size) > limits.planNamesOfOne.value) return undefined;
    // An admin on one side holds every permission on that side, listed or not.
    const admin = before.admin || after.admin;
    const lost = [...had].flatMap((it) => this.#lost(it, has.has(it) && !lostGrants.has(it)));
    // A former admin had every permission, so each permission that they still hold comes by another path.
    const kept = await namesKept(
      lost.some((it) => it.admin) && !after.admin ? after.granted.map((was) => ({ was })) : lost,
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
      keptBy: await grantsWith(kept, after.granted, breathe),
    };
  }

  /**
   * Returns the names of a granted role or permission that the principal loses: all of them if the grant is lost,
   * otherwise those that the role or permission no longer gives.
   */
  #lost(grantedId: string, stays: boolean): Lost[] {
    const was = this.#before.get(grantedId);
    if (!was) return [];
    if (!stays) return [{ was, admin: was.admin }];
    const is = this.#after.get(grantedId);
    return this.differs(grantedId) ? [{ was, is, admin: was.admin && !is?.admin }] : [];
  }

  #sidesOf(grantedId: string): GrantedNames[] {
    return [this.#before.get(grantedId), this.#after.get(grantedId)].filter((it) => it !== undefined);
  }
}

type Kind = 'roles' | 'permissions';

/** The names that a role or permission gave, and those that it still gives. */
interface Lost {
  readonly was: GrantedNames;
  readonly is?: GrantedNames | undefined;
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

/** Returns the granted roles and permissions that contain some of the permissions. */
async function grantsWith(
  permissions: ReadonlySet<string>,
  granted: readonly GrantedNames[],
  breathe: Breathe,
): Promise<Names> {
  const ways: GrantedNames[] = [];
  for (const it of granted) {
    await breathe();
    if (it.admin ? permissions.size > 0 : !permissions.isDisjointFrom(it.permissions)) ways.push(it);
  }
  const namesOfKind = (role: boolean) =>
    sorted(ways.filter((it) => it.roles.size > 0 === role).map(({ name }) => name));
  return { roles: namesOfKind(true), permissions: namesOfKind(false) };
}

/** The roles and permissions that are granted on one side, and all names that they give. */
interface Side {
  readonly granted: readonly GrantedNames[];
  readonly roles: ReadonlySet<string>;
  readonly permissions: ReadonlySet<string>;
  readonly admin: boolean;
}

async function sideOf(
  grantedIds: ReadonlySet<string>,
  namesById: ReadonlyMap<string, GrantedNames>,
  breathe: Breathe,
): Promise<Side> {
  const granted = [...grantedIds].flatMap((grantedId) => namesById.get(grantedId) ?? []);
  return {
    granted,
    roles: await namesOf(granted, 'roles', breathe),
    permissions: await namesOf(granted, 'permissions', breathe),
    admin: granted.some((it) => it.admin),
  };
}

/** Returns the names of one kind that these roles and permissions give together. Does not copy the set if there is only one. */
async function namesOf(from: readonly GrantedNames[], of: Kind, breathe: Breathe): Promise<ReadonlySet<string>> {
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
