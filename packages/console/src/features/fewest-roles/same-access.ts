import { adminRole, type PlanEffect } from '@licet/contract';

/** Why a plan must not be applied: its effects differ from those that the screen shows. */
export type Broken = 'gain' | 'loss' | 'elsewhere' | 'unknown' | 'refused' | 'rules' | 'review';

/** The parts of a plan that are compared with the suggestion. */
export interface PlannedEffects {
  readonly refused: number;
  readonly effects: readonly PlanEffect[];
  readonly notEvaluated: readonly string[];
}

/**
 * Returns the first difference between the effects and the suggestion. Expected: no user gains a permission, and users
 * lose only `losses`, in this application. Effects that are hidden, not listed or not compared count as a difference.
 * Other roles with the same permissions do not, except `admin`, which means every permission.
 */
export function brokenBy(
  { refused, effects, notEvaluated }: PlannedEffects,
  promise: { readonly application: string; readonly losses: ReadonlySet<string> },
): Broken | undefined {
  if (refused > 0) return 'refused';
  if (notEvaluated.length > 0) return 'rules';
  for (const { application, gains, loses, notListed, notCompared } of effects) {
    if (application === null || notListed || notCompared !== undefined) return 'unknown';
    if (application.id !== promise.application) return 'elsewhere';
    if (gains.permissions.length > 0 || gains.roles.includes(adminRole)) return 'gain';
    if (loses.roles.includes(adminRole) || loses.permissions.some((name) => !promise.losses.has(name))) return 'loss';
  }
  return undefined;
}
