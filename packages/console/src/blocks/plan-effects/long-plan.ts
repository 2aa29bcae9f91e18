import type {
  LongApplicationLine,
  LongPlanLine,
  LongRevertLine,
  NotReverted,
  Plan,
  PlanEffect,
  Problem as SentProblem,
} from '@licet/contract';
import { ApiError, linesOf } from '@licet/contract/client';
import { client } from '../../session/client.ts';
import { asProblem, type Problem } from '../../ui/problem.ts';
import { requireWhole } from '../undo.ts';
import { longWords as words } from './words.ts';

/** The progress on the server. */
export interface LongProgress {
  readonly phase: 'asking' | 'reading' | 'checking' | 'effects' | 'writing';
  readonly done: number;
  readonly total: number | null;
}

export const initialProgress: LongProgress = { phase: 'asking', done: 0, total: null };

/** The text beside a progress bar; empty while the total is unknown. */
export const howFar = ({ phase, done, total }: LongProgress): string =>
  total === null || phase === 'effects' ? '' : words.doneOf(done, total);

/** The parameters of a long call, in addition to its changes. */
export interface LongCall {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: LongProgress) => void;
}

/** A plan of up to 100,000 changes. `refused` has the first refused changes. */
export interface LongPlan extends Pick<Plan, 'version' | 'at' | 'digest' | 'notEvaluated'> {
  readonly effects: PlanEffect[];
  readonly refused: { readonly place: number; readonly problem: Problem }[];
}

/** Plans up to 100,000 changes. */
export async function makeLongPlan(changes: readonly object[], { signal, onProgress }: LongCall): Promise<LongPlan> {
  const effects: PlanEffect[] = [];
  const refused: { place: number; problem: Problem }[] = [];
  const body = sent(changes.map((change) => ({ change })));
  for await (const line of linesOf<LongPlanLine>(await client.plans.makeLong({ body, signal })))
    if ('phase' in line) onProgress(line);
    else if ('effect' in line) effects.push(line.effect);
    else if ('refused' in line) refused.push({ place: line.refused.place, problem: asProblem(line.refused.problem) });
    else if ('plan' in line) return { ...line.plan, effects, refused };
    else throw new ApiError(line.problem as SentProblem);
  throw new Error(words.brokenOff);
}

/**
 * Applies a plan of up to 100,000 changes. If `signal` ends the call early, nothing is changed.
 * @returns the number of the last change
 */
export async function applyLongPlan(
  changes: readonly object[],
  options: { digest: string; reverts?: readonly number[]; reason?: string },
  { signal, onProgress }: LongCall,
): Promise<number> {
  const body = sent([{ apply: options }, ...changes.map((change) => ({ change }))]);
  for await (const line of linesOf<LongApplicationLine>(await client.plans.applyLong({ body, signal })))
    if ('phase' in line) onProgress(line);
    else if ('applied' in line) return line.applied.last;
    else throw new ApiError(line.problem as SentProblem);
  throw new Error(words.brokenOff);
}

/** The changes that revert a change set of up to 100,000 changes, and what cannot be reverted. */
export async function longRevertOf(set: number, signal: AbortSignal) {
  const changes: object[] = [];
  const left: NotReverted[] = [];
  let reverts: readonly number[] = [];
  let announced: { readonly changes: number; readonly cannot: number } | undefined;
  for await (const line of linesOf<LongRevertLine>(await client.plans.revertLong({ body: { plan: set }, signal })))
    if ('change' in line) changes.push(line.change);
    else if ('cannot' in line) left.push(line.cannot);
    else if ('revert' in line) ({ reverts, ...announced } = line.revert);
    else throw new ApiError(line.problem as SentProblem);
  // A proxy can end a response early without an error. Check the announced counts, because an incomplete revert must
  // not be applied.
  if (announced?.changes !== changes.length || announced.cannot !== left.length) throw new Error(words.brokenOff);
  return { changes, reverts, left };
}

/** Reverts a change set of up to 100,000 changes as a whole, by the number of its last change. */
export async function undoLongSet(last: number): Promise<void> {
  const call = { signal: new AbortController().signal, onProgress: () => undefined };
  const { changes, reverts, left } = await longRevertOf(last, call.signal);
  requireWhole(left);
  if (changes.length === 0) return;
  const { digest } = await makeLongPlan(changes, call);
  await applyLongPlan(changes, { digest, reverts }, call);
}

const sent = (lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
