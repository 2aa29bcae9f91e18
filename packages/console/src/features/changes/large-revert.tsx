import type {
  LongApplicationLine,
  LongPlanLine,
  LongRevertLine,
  NotReverted,
  PlanEffect,
  Problem as SentProblem,
} from '@licet/contract';
import { ApiError, linesOf } from '@licet/contract/client';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { EffectLinesThen } from '../../blocks/plan-effects/effects-then.tsx';
import { LeftLines } from '../../blocks/revert/revert-button.tsx';
import { words as revertWords } from '../../blocks/revert/words.ts';
import { ShowMore } from '../../blocks/show-more.tsx';
import { useRefresh } from '../../blocks/use-action.ts';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Progress } from '../../ui/meter.tsx';
import { asProblem, type Problem } from '../../ui/problem.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Section } from '../../ui/section.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { words } from './words.ts';

const PAGE = 50;
const REFUSALS_SHOWN = 3;

/**
 * Reverts a large change set: shows the server's progress, then the effects by pages, and a button that applies the
 * revert.
 */
export function LargeRevert({ revert }: { revert: ReturnType<typeof useLargeRevert> }): ReactNode {
  const { progress, planned, problem, plan, apply, cancel } = revert;
  const refresh = useRefresh();
  const navigate = useNavigate();
  const make = async (of: PlannedRevert, reason: string) => {
    const last = await apply(of, reason.trim());
    if (last === undefined) return;
    cancel();
    showToast({ text: words.done(of.changes.length) });
    await navigate({ to: '/changes/$no', params: { no: String(last) } });
    await refresh();
  };
  return (
    <>
      {problem && (
        <>
          <ProblemNote problem={problem} />
          {!progress && (
            <div className="draft-foot">
              <Button onClick={() => void plan()}>{words.planAgain}</Button>
              <Button onClick={cancel}>{revertWords.cancel}</Button>
            </div>
          )}
        </>
      )}
      {progress && (
        <Progress
          label={words.working[progress.phase]}
          value={progress.done}
          max={progress.total ?? 0}
          text={howFar(progress)}
          action={
            <p>
              <Button small onClick={cancel}>
                {revertWords.cancel}
              </Button>
            </p>
          }
        />
      )}
      {planned && !progress && !problem && <Planned planned={planned} onApply={make} onCancel={cancel} />}
    </>
  );
}

const howFar = ({ phase, done, total }: RevertProgress) =>
  total === null || phase === 'effects' ? '' : words.doneOf(formatNumber(done), formatNumber(total));

function Planned({
  planned,
  onApply,
  onCancel,
}: {
  planned: PlannedRevert;
  onApply: (planned: PlannedRevert, reason: string) => Promise<void>;
  onCancel: () => void;
}): ReactNode {
  const [reason, setReason] = useState('');
  const { changes, effects, left, refused, at } = planned;
  const isNothing = changes.length === 0;
  return (
    <>
      {isNothing && (
        <Callout>
          <b>{revertWords.nothing}.</b> {left.length === 0 && revertWords.nothingText}
        </Callout>
      )}
      {refused.slice(0, REFUSALS_SHOWN).map((problem) => (
        <ProblemNote key={problem.detail ?? problem.title} problem={problem} />
      ))}
      {!isNothing && (
        <Section title={words.wouldDo} n={formatNumber(effects.length)}>
          <Paged of={effects}>{(shown) => <EffectLinesThen effects={shown} at={at} />}</Paged>
          {effects.length === 0 && <p className="text-muted">{words.wouldDoNothing}</p>}
        </Section>
      )}
      {left.length > 0 && (
        <Section title={revertWords.left} n={formatNumber(left.length)}>
          <Paged of={left}>{(shown) => <LeftLines left={shown} />}</Paged>
        </Section>
      )}
      {!isNothing && <TextField label={words.reason} optional value={reason} onChange={setReason} />}
      <div className="draft-foot">
        {!isNothing && (
          <Button
            kind="primary"
            {...(refused.length > 0 && { idle: words.revertRefused })}
            onClick={() => void onApply(planned, reason)}
          >
            {words.apply(changes.length)}
          </Button>
        )}
        <Button onClick={onCancel}>{revertWords.cancel}</Button>
      </div>
    </>
  );
}

/** The first page of many effects, and a button for the next one. */
function Paged<Item>({
  of,
  children,
}: {
  of: readonly Item[];
  children: (shown: readonly Item[]) => ReactNode;
}): ReactNode {
  const [count, setCount] = useState(PAGE);
  const more = {
    hasNextPage: count < of.length,
    isFetchingNextPage: false,
    fetchNextPage: async () => setCount(count + PAGE),
  };
  if (of.length === 0) return null;
  const text = more.hasNextPage ? words.doneOf(formatNumber(count), formatNumber(of.length)) : undefined;
  return (
    <>
      {children(of.slice(0, count))}
      <ShowMore query={more} text={text} />
    </>
  );
}

/** The progress on the server. */
interface RevertProgress {
  readonly phase: 'asking' | 'reading' | 'checking' | 'effects' | 'writing';
  readonly done: number;
  readonly total: number | null;
}

/** The changes that revert a change set, and their effects. */
interface PlannedRevert {
  readonly changes: readonly object[];
  readonly reverts: readonly number[];
  readonly left: readonly NotReverted[];
  readonly effects: readonly PlanEffect[];
  readonly refused: readonly Problem[];
  readonly digest: string;
  readonly at: string;
}

const initialProgress: RevertProgress = { phase: 'asking', done: 0, total: null };

/**
 * Plans and applies the revert of a change set that is too large for the draft. Only this page stores the changes and
 * their effects, so leaving it cancels the work.
 */
export function useLargeRevert(set: number) {
  const [progress, setProgress] = useState<RevertProgress>();
  const [planned, setPlanned] = useState<PlannedRevert>();
  const [problem, setProblem] = useState<Problem>();
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);

  const working = async <Done,>(work: (signal: AbortSignal) => Promise<Done>): Promise<Done | undefined> => {
    const controller = new AbortController();
    leaving.current?.abort();
    leaving.current = controller;
    setProgress(initialProgress);
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
  onProgress: (progress: RevertProgress) => void,
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
  // A proxy can end a response early without an error. Check the announced counts, because an incomplete revert must
  // not be applied.
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
  onProgress: (progress: RevertProgress) => void,
): Promise<number> {
  const body = sent([{ apply: { digest, reverts, reason } }, ...changes.map((change) => ({ change }))]);
  for await (const line of linesOf<LongApplicationLine>(await client.plans.applyLong({ body, signal })))
    if ('phase' in line) onProgress(line);
    else if ('applied' in line) return line.applied.last;
    else throw new ApiError(line.problem as SentProblem);
  throw new Error(words.brokenOff);
}

const sent = (lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
