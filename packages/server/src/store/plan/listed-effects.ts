import { type Difference, isNothing, type Names } from './comparison.ts';
import type { Course } from './courses.ts';
import { hashOf } from './hash-of.ts';
import type { Moment, NotCompared } from './moments.ts';

/** What users and programs gain, lose and keep in an application from an instant on. It is the same for all of them. */
export interface Effect extends Difference {
  readonly application: string;
  readonly at: string;
  readonly holders: readonly string[];
  /**
   * Set if this effect represents all effects in the application that are not listed, or that were not compared for the
   * same reason.
   */
  readonly notListed?: true;
  readonly notCompared?: NotCompared;
}

/** The limits of a list of effects. */
export interface Room {
  /** The maximum length of all effects as JSON, in characters. */
  readonly characters: number;
  /** The maximum number of users and programs that an effect names. */
  readonly named: number;
}

/**
 * Converts courses to effects. Each effect lists what is new at an instant, once for all its holders. A permission that
 * is lost now, and would have ended later anyway, is listed once. The order:
 * - one effect for each application with more effects than fit, and one for each reason why some were not compared
 * - then the earliest effect first; at the same instant, the one with the most holders first
 */
export function effectsIn(courses: readonly Course[], room: Room = everything): Effect[] {
  const effects = new Map<string, Effect & { readonly holders: string[] }>();
  const rest = new Rest();
  let left = namesCompared;
  for (const { application, moments, holders, uncompared } of courses) {
    if (uncompared) rest.add(application, uncompared.at, holders, uncompared.why);
    const distinct = distinctIn(moments);
    if (distinct.length > 1) left -= distinct.reduce((sum, moment) => sum + namesIn(moment), 0);
    const [first] = distinct;
    if (first && left < 0) rest.add(application, first.at, holders);
    else
      for (const { key, ...effect } of news(distinct)) {
        const of = `${application} ${effect.at} ${key}`;
        const known = effects.get(of);
        if (!known) effects.set(of, { application, ...effect, holders: [...holders] });
        else for (const holder of holders) known.holders.push(holder);
      }
  }
  for (const { holders } of effects.values()) holders.sort();
  const all = [...effects.values()].sort(inOrder);
  const listed = fitting(all, room);
  for (const effect of all) if (!listed.has(effect)) rest.add(effect.application, effect.at, effect.holders);
  return [...rest.effects(), ...all.filter((effect) => listed.has(effect))];
}

const everything: Room = { characters: Number.POSITIVE_INFINITY, named: 0 };

/** An effect without names of roles and permissions. */
export const unlisted = (
  { application, at, holders }: Pick<Effect, 'application' | 'at' | 'holders'>,
  notCompared?: NotCompared,
): Effect => ({
  application,
  at,
  gains: none,
  loses: none,
  keeps: [],
  keptBy: none,
  holders,
  notListed: true,
  ...(notCompared && { notCompared }),
});

/** The approximate length of an effect as JSON, without its holders. */
export const lengthOf = ({ gains, loses, keeps, keptBy }: Difference): number =>
  [gains, loses, keptBy]
    .flatMap(({ roles, permissions }) => [roles, permissions])
    .concat([keeps])
    .reduce((sum, names) => sum + names.reduce((length, name) => length + name.length + 3, 0), 200);

/**
 * Selects the effects that fit: the earliest first, and at the same instant the shortest first, so that a long one does
 * not hide others.
 */
function fitting(effects: readonly Effect[], { characters, named }: Room): ReadonlySet<Effect> {
  const sized = effects.map((effect) => ({
    effect,
    length: lengthOf(effect) + lengthOfName * Math.min(effect.holders.length, named),
  }));
  const listed = new Set<Effect>();
  let left = characters;
  for (const { effect, length } of sized.sort((a, b) => compared(a.effect.at, b.effect.at) || a.length - b.length)) {
    if (length > left) continue;
    left -= length;
    listed.add(effect);
  }
  return listed;
}

/** The approximate length of a user with id, name and username as JSON. */
const lengthOfName = 150;

/** The holders of the effects that are not listed. */
class Rest {
  readonly #of = new Map<
    string,
    { readonly application: string; readonly why: NotCompared | undefined; at: string; readonly holders: Set<string> }
  >();

  add(application: string, at: string, holders: readonly string[], why?: NotCompared): void {
    const key = `${application} ${why ?? ''}`;
    const those = this.#of.get(key) ?? { application, why, at, holders: new Set<string>() };
    this.#of.set(key, those);
    if (at < those.at) those.at = at;
    for (const holder of holders) those.holders.add(holder);
  }

  effects(): Effect[] {
    return [...this.#of]
      .sort(([one], [other]) => compared(one, other))
      .map(([, { application, at, holders, why }]) => unlisted({ application, at, holders: [...holders].sort() }, why));
  }
}

const none: Names = { roles: [], permissions: [] };

const compared = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** The order of effects in a plan. Effects at one instant with the same number of holders are sorted by their names. */
function inOrder(one: Effect, other: Effect): number {
  return (
    compared(one.at, other.at) ||
    other.holders.length - one.holders.length ||
    compared(one.application, other.application) ||
    comparedLists(one.gains.roles, other.gains.roles) ||
    comparedLists(one.gains.permissions, other.gains.permissions) ||
    comparedLists(one.loses.roles, other.loses.roles) ||
    comparedLists(one.loses.permissions, other.loses.permissions) ||
    comparedLists(one.keeps, other.keeps) ||
    comparedLists(one.keptBy.roles, other.keptBy.roles) ||
    comparedLists(one.keptBy.permissions, other.keptBy.permissions)
  );
}

/** Compares by the first name that differs. If one list is the beginning of the other, the longer one comes first. */
function comparedLists(one: readonly string[], other: readonly string[]): number {
  const place = one.findIndex((name, index) => name !== other[index]);
  const [a, b] = [one[place], other[place]];
  return a === undefined || b === undefined ? other.length - one.length : compared(a, b);
}

/**
 * Leaves out moments that are equal to an earlier one. With many grants of a large role, the same two differences can
 * alternate.
 */
function distinctIn(moments: readonly Moment[]): readonly Moment[] {
  const keys = new Set<string>();
  return moments.filter((moment) => !keys.has(moment.key) && keys.add(moment.key) && !isNothing(moment));
}

const namesIn = ({ gains, loses, keeps }: Moment): number =>
  [gains.roles, gains.permissions, loses.roles, loses.permissions, keeps].reduce((sum, { length }) => sum + length, 0);

/**
 * The maximum number of names that are compared with those of earlier moments. The limit exists because the comparison
 * blocks other requests.
 */
const namesCompared = 1_000_000;

/** Reduces each moment to the names that no earlier moment has. */
function news(moments: readonly Moment[]): readonly Moment[] {
  if (moments.length === 1) return moments;
  const earlierNames = new Set<string>();
  const fresh = (side: string, names: readonly string[]) =>
    names.filter((name) => !earlierNames.has(`${side} ${name}`) && earlierNames.add(`${side} ${name}`));
  const freshOf = (side: string, { roles, permissions }: Names): Names => ({
    roles: fresh(`${side} role`, roles),
    permissions: fresh(`${side} permission`, permissions),
  });
  return moments.flatMap((moment, place) => {
    const { at, gains, loses, keeps, keptBy } = moment;
    const kept = fresh('keeps', keeps);
    const difference = { gains: freshOf('gains', gains), loses: freshOf('loses', loses), keeps: kept };
    if (isNothing(difference)) return [];
    // Everything in the first moment is new, so its hash stays valid.
    if (place === 0) return [moment];
    const whole = { ...difference, keptBy: kept.length > 0 ? keptBy : none };
    return [{ at, ...whole, key: hashOf(JSON.stringify(whole)) }];
  });
}
