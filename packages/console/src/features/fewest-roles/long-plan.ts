import type { LongApplicationLine, LongPlanLine, PlanEffect, Problem as SentProblem } from '@licet/contract';
import { ApiError, linesOf, type PlannedChange } from '@licet/contract/client';
import { client } from '../../session/client.ts';
import type { PlannedEffects } from './same-access.ts';
import { planWords as words } from './words.ts';

/** How far the server is. */
export interface PlanProgress {
  readonly phase: keyof typeof words.working;
  readonly done: number;
  readonly total: number | null;
}

export interface LongPlan extends PlannedEffects {
  readonly digest: string;
  readonly at: string;
}

/** Plans more changes than one request can have. The stream has the progress, the effects and the digest. */
export async function planLong(
  changes: readonly PlannedChange[],
  signal: AbortSignal,
  onProgress: (progress: PlanProgress) => void,
): Promise<LongPlan> {
  const effects: PlanEffect[] = [];
  let refused = 0;
  const body = sent(changes.map((change) => ({ change })));
  for await (const line of linesOf<LongPlanLine>(await client.plans.makeLong({ body, signal })))
    if ('phase' in line) onProgress(line);
    else if ('effect' in line) effects.push(line.effect);
    else if ('refused' in line) refused += 1;
    else if ('plan' in line) return { refused, effects, ...line.plan };
    else throw new ApiError(line.problem as SentProblem);
  throw new Error(words.brokenOff);
}

/** @returns the number of the last change */
export async function applyLong(
  changes: readonly PlannedChange[],
  { digest, reason }: { readonly digest: string; readonly reason: string },
  signal: AbortSignal,
  onProgress: (progress: PlanProgress) => void,
): Promise<number> {
  const body = sent([{ apply: { digest, reason } }, ...changes.map((change) => ({ change }))]);
  for await (const line of linesOf<LongApplicationLine>(await client.plans.applyLong({ body, signal })))
    if ('phase' in line) onProgress(line);
    else if ('applied' in line) return line.applied.last;
    else throw new ApiError(line.problem as SentProblem);
  throw new Error(words.brokenOff);
}

const sent = (lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
