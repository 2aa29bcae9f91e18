import { limits, type Plan } from '@licet/contract';
import { client } from '../../session/client.ts';
import { asProblem, type Problem } from '../../ui/problem.ts';
import { applyLongPlan, type LongCall, makeLongPlan, undoLongSet } from '../plan-effects/long-plan.ts';
import type { PlannedChanges } from '../plan-effects/use-plan.ts';
import { undoSet } from '../undo.ts';

/** A wanted change, and the name of the row that it is for. */
export interface BulkChange {
  readonly name: string;
  readonly change: PlannedChanges[number];
}

/** A row that stays unchanged, and why. */
export interface Skipped {
  readonly name: string;
  readonly why: string;
}

/** The plan of many changes. Only `changes` are applied, with the digest of `plan`. */
export interface BulkPlan {
  readonly changes: PlannedChanges;
  readonly names: readonly string[];
  readonly plan: Plan;
  /** The rows whose change the server would refuse. Their changes are not in the plan. */
  readonly skipped: readonly Skipped[];
}

// The maximum number of plans that are made until no change is refused. A long plan stops at the part with the first
// refusal, so the next plan can reveal further refusals.
const ROUNDS = 5;

/**
 * Plans changes together. Refused changes are left out and the others are planned again, so that one user who cannot be
 * changed does not prevent the change of the others. If all are refused, the plan keeps them, with the reasons.
 */
export async function planOfMany(wanted: readonly BulkChange[], call: LongCall): Promise<BulkPlan> {
  const skipped: Skipped[] = [];
  let left = wanted;
  for (let round = 1; ; round += 1) {
    const changes = left.map(({ change }) => change);
    const plan = await planOf(changes, call);
    const refused = new Map<number, Problem>();
    for (const [place, step] of plan.steps.entries()) if (step.refused) refused.set(place, asProblem(step.refused));
    const stays = [...refused.values()].some(({ code }) => code === 'sign_in_again');
    if (refused.size === 0 || refused.size === left.length || stays || round === ROUNDS)
      return { changes, names: left.map(({ name }) => name), plan, skipped };
    for (const [place, { title, detail }] of refused)
      skipped.push({ name: left[place]?.name ?? '', why: detail ?? title });
    left = left.filter((_, place) => !refused.has(place));
  }
}

const isLong = (changes: readonly unknown[]) => changes.length > limits.planChangesMax.value;

async function planOf(changes: PlannedChanges, call: LongCall): Promise<Plan> {
  if (!isLong(changes)) return client.plans.make({ body: { changes }, signal: call.signal });
  const { refused, ...plan } = await makeLongPlan(changes, call);
  const why = new Map(refused.map(({ place, problem }) => [place, problem]));
  const steps = changes.map((_, place) => ({
    refused: (why.get(place) ?? null) as Plan['steps'][number]['refused'],
    record: null,
  }));
  return { ...plan, steps };
}

/**
 * Applies a plan: all of its changes, or none. Only a long call can be cancelled: the server rolls it back when the
 * connection closes.
 * @returns the number of the last change
 */
export async function applyMany({ changes, plan: { digest } }: BulkPlan, call: LongCall): Promise<number> {
  if (isLong(changes)) return applyLongPlan(changes, { digest }, call);
  return (await client.plans.apply({ body: { changes, digest } })).last;
}

export const canCancel = ({ changes }: BulkPlan): boolean => isLong(changes);

/** Reverts an applied plan as a whole, by the number of its last change. */
export function undoMany(last: number, { changes: made }: BulkPlan): Promise<void> {
  return isLong(made) ? undoLongSet(last) : undoSet(last);
}
