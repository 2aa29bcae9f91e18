import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { EffectLinesThen } from '../../blocks/plan-effects/effects-then.tsx';
import { LeftLines } from '../../blocks/revert/left-lines.tsx';
import { words as revertWords } from '../../blocks/revert/words.ts';
import { ShowMore } from '../../blocks/show-more.tsx';
import { useRefresh } from '../../blocks/use-refresh.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Progress } from '../../ui/meter.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Section } from '../../ui/section.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import type { Progress as HowFar, PlannedRevert, useLargeRevert } from './use-large-revert.ts';
import { words } from './words.ts';

const PAGE = 50;
const REFUSALS_SHOWN = 3;

/** The revert of a large change set: the server's progress, then its effects page by page, and the button that applies it. */
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

const howFar = ({ phase, done, total }: HowFar) =>
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

/** The first page of many effects, and a button for the next. */
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
