import type {
  LongApplicationLine,
  LongPlanLine,
  LongRevertLine,
  NotReverted,
  PlanEffect,
  Problem as SentProblem,
} from '@licet/contract';
import { ApiError, linesOf } from '@licet/contract/client';
import { useEffect, useRef, useState } from 'react';
import { client } from '../../session/client.ts';
import { asProblem, type Problem } from '../../ui/problem.ts';
import { words } from './words.ts';

/** The server's progress. */
export interface Progress {
  readonly phase: 'asking' | 'reading' | 'checking' | 'effects' | 'writing';
  readonly done: number;
  readonly total: number | null;
}

/** The changes that revert a change set, and their effects. */
export interface PlannedRevert {
  readonly changes: readonly object[];
  readonly reverts: readonly number[];
  readonly left: readonly NotReverted[];
  readonly effects: readonly PlanEffect[];
  readonly refused: readonly Problem[];
  readonly digest: string;
  readonly at: string;
}

const begun: Progress = { phase: 'asking', done: 0, total: null };

/**
 * Plans and applies the revert of a change set that is too large for the draft. Only this page holds the changes and their effects, not the server.
 * Leaving the page cancels the work.
 */
export function useLargeRevert(set: number) {
  const [progress, setProgress] = useState<Progress>();
  const [planned, setPlanned] = useState<PlannedRevert>();
  const [problem, setProblem] = useState<Problem>();
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);

  const working = async <Done>(work: (signal: AbortSignal) => Promise<Done>): Promise<Done | undefined> => {
    const controller = new AbortController();
    leaving.current?.abort();
    leaving.current = controller;
    setProgress(begun);
    setProblem(undefined);
    try {
      return await work(controller.signal);
    } catch (thrown) {
      if (!controller.signal.aborted) setProblem(asProblem(thrown));
      return undefined;
    } finally {
      if (leaving.current === controller) setProgress(undefined);
    }
  };
  const plan = async () => {
    setPlanned(undefined);
    setPlanned(await working((signal) => planOf(set, signal, setProgress)));
  };
  const apply = (of: PlannedRevert, reason: string) => working((signal) => applied(of, reason, signal, setProgress));
  const cancel = () => {
    leaving.current?.abort();
    setProgress(undefined);
    setPlanned(undefined);
    setProblem(undefined);
  };
  return { progress, planned, problem, plan, apply, cancel };
}

async function planOf(
  set: number,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<PlannedRevert> {
  const changes: object[] = [];
  const left: NotReverted[] = [];
  let reverts: readonly number[] = [];
  let announced: { readonly changes: number; readonly cannot: number } | undefined;
  for await (const line of linesOf<LongRevertLine>(await client.plans.revertLong({ body: { plan: set }, signal })))
    if ('change' in line) changes.push(line.change);
    else if ('cannot' in line) left.push(line.cannot);
    else if ('revert' in line) ({ reverts, ...announced } = line.revert);
    else throw new ApiError(line.problem as SentProblem);
  // A proxy can end a response early without an error; a part of a revert is not applied.
  if (announced?.changes !== changes.length || announced.cannot !== left.length) throw new Error(words.brokenOff);
  const found = { changes, reverts, left };
  if (changes.length === 0) return { ...found, effects: [], refused: [], digest: '', at: '' };
  const effects: PlanEffect[] = [];
  const refused: Problem[] = [];
  const body = sent(changes.map((change) => ({ change })));
  for await (const line of linesOf<LongPlanLine>(await client.plans.makeLong({ body, signal })))
    if ('phase' in line) onProgress(line);
    else if ('effect' in line) effects.push(line.effect);
    else if ('refused' in line) refused.push(asProblem(line.refused.problem));
    else if ('plan' in line) return { ...found, effects, refused, digest: line.plan.digest, at: line.plan.at };
    else throw new ApiError(line.problem as SentProblem);
  throw new Error(words.brokenOff);
}

/** @returns the number of the last change */
async function applied(
  { changes, reverts, digest }: PlannedRevert,
  reason: string,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<number> {
  const body = sent([{ apply: { digest, reverts, reason } }, ...changes.map((change) => ({ change }))]);
  for await (const line of linesOf<LongApplicationLine>(await client.plans.applyLong({ body, signal })))
    if ('phase' in line) onProgress(line);
    else if ('applied' in line) return line.applied.last;
    else throw new ApiError(line.problem as SentProblem);
  throw new Error(words.brokenOff);
}

const sent = (lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
