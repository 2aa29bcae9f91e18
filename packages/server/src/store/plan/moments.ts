import type { PlanEffect } from '@licet/contract';
import type { Breathe } from '../../breathing.ts';
import type { Period, Way } from './alike.ts';
import { type Comparison, type Difference, type Granted, isNothing } from './comparison.ts';
import { hashOf } from './hash-of.ts';

/** A difference that begins at an instant. */
export interface Moment extends Keyed {
  readonly at: string;
}

interface Keyed extends Difference {
  /** A hash of the difference. */
  readonly key: string;
}

/** Why a difference is unknown: the holder, or the whole plan, has too many names to compare. */
export type NotCompared = NonNullable<PlanEffect['notCompared']>;

/**
 * Compares grants, up to a total number of names. Results are cached, so equal grants are compared once for all users
 * and instants.
 */
export class Compared {
  readonly #comparison: Comparison;
  readonly #known = new Map<string, Keyed | NotCompared>();
  #left: number;

  /** @param most the maximum number of names to compare */
  constructor(comparison: Comparison, most: number) {
    this.#comparison = comparison;
    this.#left = most;
  }

  get isExhausted(): boolean {
    return this.#left < 0;
  }

  /** Returns the difference, or why it is unknown. A holder with too many names does not use up the total. */
  async difference(granted: Granted, breathe: Breathe): Promise<Keyed | NotCompared> {
    const { had, has, lostGrants } = granted;
    if (!this.#take(had.size + has.size)) return 'plan_too_large';
    const state = hashOf(JSON.stringify([had, has, lostGrants].map((ids) => [...ids].sort())));
    const known = this.#known.get(state);
    if (known) return known;
    const names = [...had.union(has)].reduce((sum, grantedId) => sum + this.#comparison.sizeOf(grantedId), 0);
    if (names === Number.POSITIVE_INFINITY) return 'holder_too_large';
    if (!this.#take(names)) return 'plan_too_large';
    const difference = await this.#comparison.difference(granted, breathe);
    const found = difference ? { ...difference, key: hashOf(JSON.stringify(difference)) } : 'holder_too_large';
    this.#known.set(state, found);
    return found;
  }

  #take(names: number): boolean {
    if (this.#left >= 0) this.#left -= names;
    return this.#left >= 0;
  }
}

/** The instant from which on nothing was compared, and why. */
export interface Uncompared {
  readonly at: string;
  readonly why: NotCompared;
}

/** Returns the instants at which the difference changes. If it becomes unknown, `uncompared` says when and why. */
export async function momentsOf(
  ways: readonly Way[],
  compared: Compared,
  at: string,
  breathe: Breathe,
): Promise<{ moments: Moment[]; uncompared?: Uncompared }> {
  const moments: Moment[] = [];
  if (compared.isExhausted) return { moments, uncompared: { at, why: 'plan_too_large' } };
  // The grants that begin or end at each instant.
  const turns = new Map<string, Way[]>([[at, [...ways]]]);
  for (const way of ways)
    for (const turn of new Set([way.before?.starts, way.before?.ends, way.after?.starts, way.after?.ends])) {
      if (!turn || turn <= at) continue;
      const those = turns.get(turn);
      if (those) those.push(way);
      else turns.set(turn, [way]);
    }
  const standing = new Standing();
  let last = '';
  for (const then of [...turns.keys()].sort()) {
    await breathe();
    for (const way of turns.get(then) ?? []) standing.put(way, then);
    const difference = await compared.difference(standing.granted(), breathe);
    if (typeof difference === 'string') return { moments, uncompared: { at: then, why: difference } };
    if (difference.key === last || (last === '' && isNothing(difference))) continue;
    last = difference.key;
    moments.push({ at: then, ...difference });
  }
  return { moments };
}

/** Tracks the roles and permissions that the grants in force give, as the instant advances. */
class Standing {
  readonly #had = new GrantedSet();
  readonly #has = new GrantedSet();
  readonly #lostGrants = new GrantedSet();

  /** Adds or removes what a grant gives, depending on whether the grant is in force at an instant. */
  put(way: Way, at: string): void {
    const [before, after] = [includes(way.before, at), includes(way.after, at)];
    this.#had.put(way, before);
    this.#has.put(way, after);
    this.#lostGrants.put(way, before && !after);
  }

  granted(): Granted {
    return { had: this.#had.all, has: this.#has.all, lostGrants: this.#lostGrants.all };
  }
}

/** The roles and permissions that grants give. Several grants may give the same one. */
class GrantedSet {
  readonly #ways = new Map<string, Set<Way>>();
  readonly all = new Set<string>();

  put(way: Way, isIn: boolean): void {
    const { grantedId } = way;
    const ways = this.#ways.get(grantedId) ?? new Set();
    if (isIn) this.#ways.set(grantedId, ways.add(way));
    else ways.delete(way);
    if (ways.size > 0) this.all.add(grantedId);
    else this.all.delete(grantedId);
  }
}

const includes = (period: Period | null, at: string): boolean =>
  period !== null && (period.starts === null || at >= period.starts) && (period.ends === null || at < period.ends);
