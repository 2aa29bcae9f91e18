import { limits } from '@licet/contract';
import { type Breathe, breathing } from '../../breathing.ts';
import type { Alike, Period, Way } from './alike.ts';
import type { Comparison } from './comparison.ts';
import { hashOf } from './hash-of.ts';
import { Compared, type Moment, momentsOf, type Uncompared } from './moments.ts';

/** The effects on one or more principals in an application, from one instant on. All of them have the same effects. */
export interface Course {
  /** The id of the application's facts. */
  readonly application: string;
  /** Earliest first. Each lasts until the next one. */
  readonly moments: readonly Moment[];
  /** The instant from which nothing was compared, because that would have taken too long. */
  readonly uncompared?: Uncompared;
  /** A hash of everything that changes, compared or not. A plan of the same changes always gets the same hash. */
  readonly key: string;
  /** The sorted ids of all affected users and programs. */
  readonly holders: readonly string[];
}

/**
 * Returns the courses of users and programs, with equal ones merged. Compares the smallest first until `most` names are
 * reached, so that a very large role in one application does not hide changes in others.
 * @param at the first instant that is compared
 * @param most the maximum number of names to compare
 */
export async function coursesAmong(
  alike: readonly Alike[],
  ways: ReadonlyMap<string, Way>,
  comparison: Comparison,
  at: string,
  most: number = limits.planComparedMax.value,
  breathe: Breathe = breathing(),
): Promise<Course[]> {
  const kinds = await kindsAmong(alike, ways, comparison, breathe);
  const compared = new Compared(comparison, most);
  const found: { kind: Kind; moments: Moment[]; uncompared?: Uncompared }[] = [];
  for (const kind of kinds) found.push({ kind, ...(await momentsOf(kind.ways, compared, at, breathe)) });
  // If the total is exceeded, no courses are merged at all. The total does not depend on the order of users, so a plan
  // of the same changes always gives the same result.
  const isAlone = ({ uncompared }: (typeof found)[number]) => compared.isExhausted || uncompared !== undefined;
  const courses = new Map<string, Course & { readonly holders: string[] }>();
  for (const {
    kind: { application, holders },
    moments,
  } of found.filter((it) => !isAlone(it))) {
    await breathe();
    if (moments.length === 0) continue;
    const key = hashOf(
      JSON.stringify(moments.map(({ at: then, key: difference }) => [then === at ? 'now' : then, difference])),
    );
    const course = courses.get(`${application} ${key}`);
    if (!course) courses.set(`${application} ${key}`, { application, moments, key, holders });
    else for (const holder of holders) course.holders.push(holder); // one by one, because all users may be too many arguments for one call
  }
  for (const { holders } of courses.values()) holders.sort();
  // These courses have the key of their kind, which covers the grants and all names that they give, compared or not.
  const others = found.filter(isAlone).map(({ kind: { application, key, holders }, ...moments }) => ({
    application,
    key,
    holders: holders.sort(),
    ...moments,
  }));
  return [...courses.values(), ...others];
}

/** Users and programs whose relevant grants in an application are the same. */
interface Kind {
  readonly application: string;
  /** A hash of the grants: for each one, its periods and the names that it gives, without the draft and with it. */
  readonly key: string;
  readonly ways: readonly Way[];
  readonly holders: string[];
}

/** The kinds, the smallest first. */
async function kindsAmong(
  alike: readonly Alike[],
  ways: ReadonlyMap<string, Way>,
  comparison: Comparison,
  breathe: Breathe,
): Promise<Kind[]> {
  const relevance = new Relevant(comparison, breathe);
  const kinds = new Map<string, Kind & { readonly size: number }>();
  for (const { application, ways: texts, holders } of alike) {
    await breathe();
    const all = texts.flatMap((text) => ways.get(text) ?? []);
    const relevant = await relevance.among(all);
    if (relevant.length === 0) continue;
    const key = keyOf(relevant, comparison);
    const kind = kinds.get(`${application} ${key}`);
    if (kind) for (const holder of holders) kind.holders.push(holder);
    else {
      const size = relevant.length * relevant.reduce((sum, { grantedId }) => sum + comparison.sizeOf(grantedId), 0);
      kinds.set(`${application} ${key}`, { application, key, ways: relevant, holders: [...holders], size });
    }
  }
  const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return [...kinds.values()].sort(
    (one, other) => one.size - other.size || order(one.key, other.key) || order(one.application, other.application),
  );
}

/**
 * Uses names instead of ids, because a role that a plan creates has a new id each time. Names are unique in an
 * application.
 */
const keyOf = (ways: readonly Way[], comparison: Comparison): string =>
  hashOf(
    JSON.stringify(
      ways.map(({ grantedId, before, after }) => JSON.stringify([comparison.keyOf(grantedId), before, after])).sort(),
    ),
  );

/**
 * Finds the grants that a comparison needs: those that differ, and those that give some of the same names. Results are
 * cached, because a draft affects most users through the same roles and permissions.
 */
class Relevant {
  readonly #comparison: Comparison;
  readonly #breathe: Breathe;
  readonly #known = new Map<string, Shared>();
  #room: number = limits.planNamesRead.value;

  constructor(comparison: Comparison, breathe: Breathe) {
    this.#comparison = comparison;
    this.#breathe = breathe;
  }

  /** Returns the grants that differ, and those that give some of the same names. */
  async among(ways: readonly Way[]): Promise<readonly Way[]> {
    const differing = new Set(
      ways.filter(({ grantedId, before, after }) => this.#comparison.differs(grantedId) || !isSame(before, after)),
    );
    if (differing.size === 0) return [];
    if (differing.size === ways.length) return ways;
    const shared = await this.#sharedBy([...new Set([...differing].map(({ grantedId }) => grantedId))].sort());
    if (shared === 'everything') return ways;
    const relevant: Way[] = [];
    for (const way of ways) if (differing.has(way) || (await this.#shares(shared, way.grantedId))) relevant.push(way);
    return relevant;
  }

  async #sharedBy(grantedIds: readonly string[]): Promise<Shared | 'everything'> {
    const key = grantedIds.join();
    const known = this.#known.get(key);
    if (known) return known;
    const shared: Shared = { roles: new Set(), permissions: new Set(), by: new Map() };
    for (const grantedId of grantedIds) {
      const sides = this.#comparison.sidesOf(grantedId);
      if (!sides) return 'everything';
      await this.#breathe();
      for (const side of sides) {
        for (const name of side.roles) shared.roles.add(name);
        for (const name of side.permissions) shared.permissions.add(name);
      }
    }
    this.#room -= shared.roles.size + shared.permissions.size;
    if (this.#room > 0) this.#known.set(key, shared);
    return shared;
  }

  async #shares({ roles, permissions, by }: Shared, grantedId: string): Promise<boolean> {
    const known = by.get(grantedId);
    if (known !== undefined) return known;
    await this.#breathe();
    const sides = this.#comparison.sidesOf(grantedId);
    const shares =
      sides?.some((side) => !roles.isDisjointFrom(side.roles) || !permissions.isDisjointFrom(side.permissions)) ?? true;
    by.set(grantedId, shares);
    return shares;
  }
}

interface Shared {
  readonly roles: Set<string>;
  readonly permissions: Set<string>;
  /** Cached results by ID of a granted role or permission: whether it gives some of these names. */
  readonly by: Map<string, boolean>;
}

const isSame = (one: Period | null, other: Period | null) =>
  one === null || other === null ? one === other : one.starts === other.starts && one.ends === other.ends;
