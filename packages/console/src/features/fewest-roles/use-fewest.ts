import { useEffect, useRef, useState } from 'react';
import type { Access } from './access.ts';
import type { Asked, Suggested } from './asked.ts';
import type { Bound, CurvePoint, Phase, Told } from './compute.ts';
import type { NewNames, Suggestion } from './suggestion.ts';

/** The state of the computation. */
export interface Computation {
  readonly status: 'working' | 'done' | 'cancelled' | 'failed';
  readonly phase: Phase;
  /** The elapsed share of the time for the phase, between 0 and 1. */
  readonly share: number;
  /** The first point is the fewest roles. */
  readonly points: readonly CurvePoint[] | undefined;
  /** Undefined until the lower bound is checked. */
  readonly bound: Bound | undefined;
  readonly cancel: () => void;
  readonly again: () => void;
}

/**
 * The time limit of the worker, in ms. Checking a large block takes exponential time, so the limit terminates the
 * worker.
 */
const LONGEST_MS = 30_000;
const begun = { status: 'working', phase: 'searching', share: 0, points: undefined, bound: undefined } as const;
type State = Omit<Computation, 'cancel' | 'again'>;

/** Computes the fewest roles in a worker, which ends when the component unmounts. */
export function useFewest(access: Access | undefined): Computation {
  const [run, setRun] = useState(0);
  const [state, setState] = useState<{ of: Access; run: number; now: State }>();
  const [stop, setStop] = useState<() => void>();
  useEffect(() => {
    if (!access) return;
    let now: State = begun;
    const put = (next: Partial<State>) => {
      now = { ...now, ...next };
      setState({ of: access, run, now });
    };
    const worker = workerFor(access);
    const end = (status: State['status']) => {
      clearTimeout(timer);
      worker.terminate();
      put({ status });
    };
    const timer = setTimeout(() => end(now.points ? 'done' : 'failed'), LONGEST_MS);
    worker.onerror = () => end('failed');
    worker.onmessage = ({ data }: MessageEvent<Told>) => {
      if (data.kind === 'progress') put({ phase: data.phase, share: data.share });
      else if (data.kind === 'found') put({ points: data.points });
      else {
        put({ bound: data.bound });
        end('done');
      }
    };
    setStop(() => () => end('cancelled'));
    ask(worker, { kind: 'compute' });
    return () => {
      clearTimeout(timer);
      worker.terminate();
    };
  }, [access, run]);
  const isCurrent = state !== undefined && state.of === access && state.run === run;
  return { ...(isCurrent ? state.now : begun), cancel: () => stop?.(), again: () => setRun(run + 1) };
}

/**
 * The changes for a point of the curve. A second worker computes them, because the first one may still check the bound.
 * While they are computed, the previous suggestion stays visible.
 */
export function useSuggestion(
  access: Access | undefined,
  point: CurvePoint | undefined,
  names: NewNames,
): { readonly suggestion: Suggestion | undefined; readonly pending: boolean } {
  const [worker, setWorker] = useState<{ of: Access; worker: Worker }>();
  const [state, setState] = useState<{ of: Access; point: CurvePoint; names: NewNames; suggestion: Suggestion }>();
  const asked = useRef(0);
  useEffect(() => {
    if (!access) return;
    const created = workerFor(access);
    setWorker({ of: access, worker: created });
    return () => created.terminate();
  }, [access]);
  const ready = worker?.of === access ? worker?.worker : undefined;
  useEffect(() => {
    if (!access || !ready || !point) return;
    asked.current += 1;
    const no = asked.current;
    ready.onmessage = ({ data }: MessageEvent<Suggested>) => {
      // The answer for an earlier point may arrive after the next point was chosen.
      if (data.no === no) setState({ of: access, point, names, suggestion: data.suggestion });
    };
    ask(ready, { kind: 'suggest', no, roles: point.roles, names });
    return () => {
      ready.onmessage = null;
    };
  }, [access, ready, point, names]);
  const isOfAccess = state?.of === access;
  return {
    suggestion: isOfAccess ? state?.suggestion : undefined,
    pending: !isOfAccess || state?.point !== point || state?.names !== names,
  };
}

function workerFor(access: Access): Worker {
  const worker = new Worker(new URL('./fewest-roles.worker.ts', import.meta.url), { type: 'module' });
  ask(worker, { kind: 'access', access });
  return worker;
}

const ask = (worker: Worker, asked: Asked): void => worker.postMessage(asked);
