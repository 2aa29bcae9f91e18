import { createHash } from 'node:crypto';
import { limits, type PlanEffect, type Principal } from '@licet/contract';
import type { Draft } from '../../store/kernel/draft.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import type { Course } from '../../store/plan/courses.ts';
import { coursesOf } from '../../store/plan/effects.ts';
import { type Effect, effectsIn, type Room } from '../../store/plan/listed-effects.ts';
import { applicationsOf, firstByName } from '../../store/plan/who.ts';
import { type CallerAccess, mayGrantIn, maySeeApplication } from '../authorise.ts';
import type { CreatedIds } from './created-ids.ts';

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** A page of an effect's principals. */
export interface EffectPage {
  readonly effect: number;
  readonly after: number;
}

/**
 * Returns the effects of a draft, now and at every later instant. `summed` covers everything about them that is the
 * same each time the plan is made.
 * @param gone ends the work when it aborts
 */
export async function effectsOfDraft(
  handle: Draft,
  access: CallerAccess | null,
  made: CreatedIds,
  page?: EffectPage,
  room?: Room,
  gone?: AbortSignal,
) {
  const courses = await coursesOf(handle, undefined, gone);
  const effects = access ? await effectsShown(handle, access, courses, page, room) : [];
  return { effects, fingerprint: await fingerprintOf(handle, courses, made) };
}

/** A summary of all effects, in a form that is the same each time the plan is made. */
export async function fingerprintOf(
  handle: Pick<Snapshot, 'connection'>,
  courses: readonly Course[],
  made: CreatedIds,
): Promise<string[]> {
  const keys = await applicationsOf(handle, [...new Set(courses.map(({ application }) => application))]);
  return courses
    .map(({ application, key, holders }) => {
      const who = sha256(holders.map(made.stableId).sort().join());
      return sha256(JSON.stringify([keys.get(application)?.id, key, who]));
    })
    .sort();
}

/**
 * Returns the effects by name, as far as the caller may see them. For an application where the caller may not read
 * access, the result has only the number of effects, once for all instants. Separate instants would reveal when a grant
 * begins or ends.
 */
export async function effectsShown(
  handle: Pick<Snapshot, 'connection' | 'at'>,
  access: CallerAccess,
  courses: readonly Course[],
  page?: EffectPage,
  room: Room = ofOneAnswer,
): Promise<PlanEffect[]> {
  const names = await applicationsOf(handle, [...new Set(courses.map(({ application }) => application))]);
  const called = (id: string) => {
    const application = names.get(id);
    if (!application) throw new Error('The application of a planned effect is unknown.');
    return application;
  };
  const maySee = ({ application }: Course) => access.can('access.read') || access.owns.has(called(application).id);
  const effects = effectsIn(courses.filter(maySee), room);
  const holders = effects.map(({ holders: ids }, place) => ({ ids, after: page?.effect === place ? page.after : 0 }));
  const named = await firstByName(handle, holders, room.named);
  const hidden = Map.groupBy(
    courses.filter((course) => !maySee(course) && (course.moments.length > 0 || course.uncompared !== undefined)),
    ({ application }) => application,
  );
  return [
    ...effects.map((effect, place) => shown(effect, called(effect.application), named[place] ?? [])),
    ...[...hidden].map(([id, those]) => {
      const application = called(id);
      const mayNameIt = maySeeApplication(access, application.id) || mayGrantIn(access, application.id);
      const count = new Set(those.flatMap((course) => course.holders)).size;
      return { ...nothing, application: mayNameIt ? application : null, at: handle.at, count, holders: [] };
    }),
  ];
}

/** The limits of an answer that is not a stream. */
const ofOneAnswer: Room = { characters: limits.planEffectsMax.value, named: limits.planHoldersShown.value };

/** An effect as the contract has it. */
export const shown = (
  { at, gains, loses, keeps, keptBy, holders, notListed, notCompared }: Effect,
  application: PlanEffect['application'],
  named: Principal[],
): PlanEffect => ({
  application,
  at,
  gains: listed(gains),
  loses: listed(loses),
  keeps: [...keeps],
  keptBy: listed(keptBy),
  count: holders.length,
  holders: named,
  ...(notListed && { notListed }),
  ...(notCompared && { notCompared }),
});

const listed = ({ roles, permissions }: Effect['gains']) => ({ roles: [...roles], permissions: [...permissions] });
const none = { roles: [], permissions: [] };
const nothing = { gains: none, loses: none, keeps: [], keptBy: none };
