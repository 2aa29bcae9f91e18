import { limits } from '@licet/contract';
import { type Breathe, breathing } from '../../breathing.ts';
import { refuse } from '../../refusal.ts';
import type { Alike, Period, Way } from './alike.ts';
import { type Comparison, type Difference, type Granted, isNothing, type Names } from './comparison.ts';

/** The same effects on some principals in an application, from one instant on. */
export interface Course {
  /** The id of the application's facts. */
  readonly application: string;
  /** Earliest first: each holds until the next. */
  readonly moments: readonly Moment[];
  /** The sorted ids of all affected users and programs. */
  readonly holders: readonly string[];
}

interface Moment extends Difference {
  readonly at: string;
}

/** What some principals gain, lose and keep alike in an application, from an instant on. */
export interface Effect extends Moment {
  readonly application: string;
  readonly holders: readonly string[];
}

/**
 * Groups principals with the same effects, by any path.
 * @param at the instant from which effects count
 * @throws Refusal `too_large` if they do not fit into memory: a role may bring 26,000 permissions, at thousands of
 * instants
 */
export async function coursesAmong(
  alike: readonly Alike[],
  ways: ReadonlyMap<string, Way>,
  comparison: Comparison,
  at: string,
): Promise<Course[]> {
  const breathe = breathing();
  let left = limits.planEffectsMax.value;
  const tell = (characters: number) => {
    left -= characters;
    if (left < 0) refuse('too_large', 'plan_too_many_effects', {});
  };
  const known = new Map<string, { key: string; moments: Moment[] }>();
  const courses = new Map<string, Course & { holders: string[] }>();
  for (const { application, ways: texts, holders } of alike) {
    await breathe();
    const all = texts.flatMap((text) => ways.get(text) ?? []);
    const relevant = whatMatters(all, comparison);
    if (relevant.length === 0) continue;
    const of = JSON.stringify(relevant);
    const { key, moments } = known.get(of) ?? keyed(await momentsOf(relevant, comparison, { at, breathe, tell }));
    known.set(of, { key, moments });
    if (moments.length === 0) continue;
    const course = courses.get(`${application} ${key}`);
    if (!course) courses.set(`${application} ${key}`, { application, moments, holders: [...holders] });
    else for (const holder of holders) course.holders.push(holder); // they may be everybody: too many for one call
  }
  for (const { holders } of courses.values()) holders.sort();
  return [...courses.values()];
}

const keyed = (moments: Moment[]) => ({ key: JSON.stringify(moments), moments });

/**
 * Courses as readable effects: the news of each instant, for all affected principals at once. A loss now that would
 * have happened by itself is not repeated then. Earliest first, then by number of principals.
 */
export function effectsIn(courses: readonly Course[]): Effect[] {
  const effects = new Map<string, Effect & { holders: string[] }>();
  for (const { application, moments, holders } of courses)
    for (const effect of news(moments)) {
      const key = JSON.stringify([application, effect]);
      const known = effects.get(key);
      if (!known) effects.set(key, { application, ...effect, holders: [...holders] });
      else for (const holder of holders) known.holders.push(holder);
    }
  for (const { holders } of effects.values()) holders.sort();
  const order = ([a, one]: [string, Effect], [b, other]: [string, Effect]) =>
    compared(one.at, other.at) || other.holders.length - one.holders.length || compared(a, b);
  return [...effects].sort(order).map(([, effect]) => effect);
}

const compared = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** The part of each moment that differs from earlier ones. */
function news(moments: readonly Moment[]): Moment[] {
  const told = new Set<string>();
  const fresh = (side: string, names: readonly string[]) =>
    names.filter((name) => !told.has(`${side} ${name}`) && told.add(`${side} ${name}`));
  const freshOf = (side: string, { roles, permissions }: Names): Names => ({
    roles: fresh(`${side} role`, roles),
    permissions: fresh(`${side} permission`, permissions),
  });
  return moments.flatMap(({ at, gains, loses, keeps, keptBy }) => {
    const kept = fresh('keeps', keeps);
    const moment = { at, gains: freshOf('gains', gains), loses: freshOf('loses', loses), keeps: kept };
    return isNothing(moment) ? [] : [{ ...moment, keptBy: kept.length > 0 ? keptBy : { roles: [], permissions: [] } }];
  });
}

/** The paths that make a difference, and those that bring some of what these do. */
function whatMatters(ways: readonly Way[], comparison: Comparison): readonly Way[] {
  const differing = new Set(
    ways.filter(({ thing, before, after }) => comparison.moves(thing) || !isSame(before, after)),
  );
  if (differing.size === 0) return [];
  if (differing.size === ways.length) return ways;
  const names = new Set<string>();
  for (const { thing } of differing) {
    const brought = comparison.namesOf(thing);
    if (!brought) return ways; // it is everything
    for (const name of brought) names.add(name);
  }
  return ways.filter((way) => {
    const brought = comparison.namesOf(way.thing);
    return differing.has(way) || !brought || !names.isDisjointFrom(brought);
  });
}

const isSame = (one: Period | null, other: Period | null) =>
  one === null || other === null ? one === other : one.starts === other.starts && one.ends === other.ends;

/** The instants at which the difference changes. At each, only paths that begin or end then are examined. */
async function momentsOf(
  ways: readonly Way[],
  comparison: Comparison,
  {
    at,
    breathe,
    tell,
  }: { readonly at: string; readonly breathe: Breathe; readonly tell: (characters: number) => void },
): Promise<Moment[]> {
  const turns = new Map<string, Way[]>([[at, [...ways]]]);
  for (const way of ways)
    for (const turn of new Set([way.before?.starts, way.before?.ends, way.after?.starts, way.after?.ends])) {
      if (!turn || turn <= at) continue;
      const those = turns.get(turn);
      if (those) those.push(way);
      else turns.set(turn, [way]);
    }
  const standing = new Standing();
  const moments: Moment[] = [];
  let last = '';
  for (const then of [...turns.keys()].sort()) {
    await breathe();
    for (const way of turns.get(then) ?? []) standing.put(way, then);
    const difference = comparison.difference(standing.granted());
    const said = JSON.stringify(difference);
    if (said === last || (last === '' && isNothing(difference))) continue;
    last = said;
    tell(said.length);
    moments.push({ at: then, ...difference });
  }
  return moments;
}

/** The grants at one instant after another, by the paths in force then. */
class Standing {
  readonly #had = new Set<Way>();
  readonly #has = new Set<Way>();
  readonly #gone = new Set<Way>();

  /** A path as it is at an instant. */
  put(way: Way, at: string): void {
    const [before, after] = [includes(way.before, at), includes(way.after, at)];
    const keep = (among: Set<Way>, isIn: boolean) => (isIn ? among.add(way) : among.delete(way));
    keep(this.#had, before);
    keep(this.#has, after);
    keep(this.#gone, before && !after);
  }

  granted(): Granted {
    return { had: things(this.#had), has: things(this.#has), gone: things(this.#gone) };
  }
}

const includes = (period: Period | null, at: string): boolean =>
  period !== null && (period.starts === null || at >= period.starts) && (period.ends === null || at < period.ends);

const things = (ways: Iterable<Way>) => [...new Set([...ways].map(({ thing }) => thing))];
