import type { NotReverted, PlanEffect } from '@licet/contract';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { EffectLinesThen } from '../../blocks/plan-effects/effects-then.tsx';
import {
  applyLongPlan,
  howFar,
  initialProgress,
  type LongProgress,
  longRevertOf,
  makeLongPlan,
} from '../../blocks/plan-effects/long-plan.ts';
import { LeftLines } from '../../blocks/revert/revert-button.tsx';
import { words as revertWords } from '../../blocks/revert/words.ts';
import { ShowMore } from '../../blocks/show-more.tsx';
import { useRefresh } from '../../blocks/use-action.ts';
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

/**
 * Plans and applies the revert of a change set that is too large for the draft. Only this page stores the changes and
 * their effects, so leaving it cancels the work.
 */
export function useLargeRevert(set: number) {
  const [progress, setProgress] = useState<LongProgress>();
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
  const apply = ({ changes, reverts, digest }: PlannedRevert, reason: string) =>
    working((signal) => applyLongPlan(changes, { digest, reverts, reason }, { signal, onProgress: setProgress }));
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
  onProgress: (progress: LongProgress) => void,
): Promise<PlannedRevert> {
  const found = await longRevertOf(set, signal);
  if (found.changes.length === 0) return { ...found, effects: [], refused: [], digest: '', at: '' };
  const { effects, refused, digest, at } = await makeLongPlan(found.changes, { signal, onProgress });
  return { ...found, effects, refused: refused.map(({ problem }) => problem), digest, at };
}
