import { adminRole, type Plan, type PlanEffect } from '@licet/contract';

/**
 * The access that some users and programs gain, lose or keep in an application. `concerns`: only the number of users is
 * visible. `notListed`: there are too many effects to list. `notCompared`: the effects are unknown.
 */
export interface PlanLine {
  readonly id: string;
  readonly side: 'notCompared' | 'notListed' | 'gains' | 'loses' | 'concerns' | 'keeps';
  readonly effect: PlanEffect;
  /** The index of the effect in its plan. */
  readonly place: number;
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
  /** The line contains every permission, because the role is admin. */
  readonly everything: boolean;
}

const order = ['notCompared', 'notListed', 'gains', 'loses', 'concerns', 'keeps'] as const;

/**
 * The lines in order: gains, losses, then access that unexpectedly stays; within these in the order of the plan.
 * Effects that are not listed come first, because the last lines are collapsed.
 */
export function linesOf({ effects }: Pick<Plan, 'effects'>): PlanLine[] {
  const lines = effects.flatMap((effect, place) => {
    const { gains, loses, keeps } = effect;
    const line = (side: PlanLine['side'], roles: readonly string[], permissions: readonly string[]): PlanLine => ({
      id: `${place} ${side}`,
      side,
      effect,
      place,
      roles,
      permissions,
      everything: roles.includes(adminRole),
    });
    const shown = [
      line('gains', gains.roles, gains.permissions),
      line('loses', loses.roles, loses.permissions),
      line('keeps', [], keeps),
    ].filter(({ roles, permissions }) => roles.length + permissions.length > 0);
    return shown.length > 0 ? shown : [line(unlistedSide(effect), [], [])];
  });
  return lines.sort((a, b) => order.indexOf(a.side) - order.indexOf(b.side));
}

const unlistedSide = ({ notListed, notCompared }: PlanEffect): PlanLine['side'] =>
  notCompared ? 'notCompared' : notListed ? 'notListed' : 'concerns';

/** Lines that a later plan of the same changes no longer has. */
export function goneLines(before: PlanOf, after: PlanOf): PlanLine[] {
  const keyIn = (plan: PlanOf) => (line: PlanLine) => {
    const { effect, side, roles, permissions } = line;
    const { application, at, keptBy, count, holders } = effect;
    const holderIds = holders.map(({ id }) => id);
    return JSON.stringify([side, roles, permissions, application, at === plan.at || at, keptBy, count, holderIds]);
  };
  const later = new Set(linesOf(after).map(keyIn(after)));
  return linesOf(before).filter((line) => !later.has(keyIn(before)(line)));
}
type PlanOf = Pick<Plan, 'effects' | 'at'>;

/** The holders of an effect, for the beginning of a sentence: a few by name, more by number and kind. */
export function whoOf({ holders, count }: PlanEffect): { names: string[] } | { count: number; kind: HolderKind } {
  if (holders.length === count && count <= FEW) return { names: holders.map(({ name }) => name) };
  const programs = holders.filter(({ kind }) => kind === 'client').length;
  const all = holders.length === count;
  return { count, kind: all && programs === 0 ? 'people' : all && programs === count ? 'programs' : 'both' };
}
export type HolderKind = 'people' | 'programs' | 'both';
const FEW = 3;

/**
 * The numbers of users who gain and lose. Undefined unless all effects have the same application and instant, since a
 * user could be counted twice otherwise.
 */
export function sumsOf(plan: Pick<Plan, 'effects'>): { gain: number; lose: number } | undefined {
  const lines = linesOf(plan);
  const first = lines[0]?.effect;
  if (!first) return undefined;
  if (lines.some(({ effect: { at, application } }) => at !== first.at || application?.id !== first.application?.id))
    return undefined;
  if (lines.some(({ side, effect }) => uncounted.has(side) || effect.application === null)) return undefined;
  const sum = (counted: PlanLine['side']) =>
    lines.filter(({ side }) => side === counted).reduce((total, { effect }) => total + effect.count, 0);
  return { gain: sum('gains'), lose: sum('loses') };
}

const uncounted: ReadonlySet<PlanLine['side']> = new Set(['concerns', 'notListed', 'notCompared']);

/**
 * Why a button that makes the changes has no effect yet.
 * @param final the changes cannot be reverted, so the button requires a loaded plan
 */
export function idleBecause(
  { changes, plan, problem }: { changes: readonly unknown[]; plan: Plan | undefined; problem: unknown },
  final: boolean,
): 'asking' | 'unknown' | 'refused' | undefined {
  if (changes.length === 0) return undefined;
  if (plan) return plan.steps.every(({ refused }) => refused) ? 'refused' : undefined;
  if (problem === undefined) return 'asking';
  return final ? 'unknown' : undefined;
}
