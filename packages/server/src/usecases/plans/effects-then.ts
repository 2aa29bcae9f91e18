import { createHash } from 'node:crypto';
import { limits, type PlanEffect } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import type { Draft } from '../../store/kernel/draft.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { type Effect, effectsOf, turnsOf } from '../../store/plan/effects.ts';
import { applicationsOf, firstByName } from '../../store/plan/who.ts';
import { type CallerAccess, mayGrantIn, maySeeApplication } from '../authorise.ts';
import type { Made } from './made.ts';
import { Told } from './told.ts';

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Whom one effect concerns, from a place on. */
export interface EffectPage {
  readonly effect: number;
  readonly after: number;
}

/**
 * At once, and at each start and end of a grant of the draft: what is so already, or more than that, is not told again. Of whom an effect concerns only a sum is kept
 * from one instant to the next: they may be everybody.
 */
export async function effectsThen(handle: Draft, access: CallerAccess | null, made: Made, page?: EffectPage) {
  const effects: PlanEffect[] = [];
  const summed: string[] = [];
  const known = new Set<string>();
  const turns = await turnsOf(handle, limits.planInstantsMax.value);
  const told = turns.length > 0 ? new Told() : undefined;
  for (const at of [handle.at, ...turns]) {
    const all = await effectsOf(handle, at);
    const then = told ? told.news(all) : all;
    const names = await applicationsOf(handle, [...new Set(then.map(({ application }) => application))]);
    const fresh = then.filter(({ application, holders, ...effect }) => {
      const who = sha256(holders.map(made.lasting).sort().join());
      const sum = sha256(JSON.stringify([names.get(application)?.id, effect, who]));
      if (known.has(sum)) return false;
      known.add(sum);
      summed.push(`${at} ${sum}`);
      return true;
    });
    if (!access) continue;
    for (const effect of fresh) {
      const after = page?.effect === effects.length ? page.after : 0;
      effects.push(await shown(handle, access, at, effect, names, after));
    }
  }
  return { effects, summed: summed.sort() };
}

/** By name, as far as the caller may know them: who may not read access somewhere is told how many it concerns, as elsewhere, and no more. */
export async function shown(
  handle: Snapshot,
  access: CallerAccess,
  at: string,
  { holders, gains, loses, keeps, keptBy, application: id }: Effect,
  names: Awaited<ReturnType<typeof applicationsOf>>,
  after: number,
): Promise<PlanEffect> {
  const application = names.get(id) ?? refuse('internal', 'The application of a planned effect is not known.');
  const maySee = access.can('access.read') || access.owns.has(application.id);
  return {
    application: mayNameIt(access, application.id) ? application : null,
    at,
    gains: maySee ? named(gains) : nothing,
    loses: maySee ? named(loses) : nothing,
    keeps: maySee ? [...keeps] : [],
    keptBy: maySee ? named(keptBy) : nothing,
    count: holders.length,
    holders: maySee ? await firstByName(handle, holders, limits.planHoldersShown.value, after) : [],
  };
}

const mayNameIt = (access: CallerAccess, key: string) =>
  access.can('access.read') || maySeeApplication(access, key) || mayGrantIn(access, key);

const nothing = { roles: [], permissions: [] };
const named = ({ roles, permissions }: Effect['gains']) => ({ roles: [...roles], permissions: [...permissions] });
