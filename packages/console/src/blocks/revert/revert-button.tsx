import type { NotReverted } from '@licet/contract';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { useAsOf } from '../../session/as-of.ts';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatNumber } from '../../ui/format.ts';
import { HistoryIcon } from '../../ui/icons.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Lines } from '../../ui/section.tsx';
import { addToDraft } from '../draft/draft-button.tsx';
import { actorName } from '../events/event-sentence.tsx';
import { eventParts } from '../events/words.ts';
import { byActor, recordedText } from '../recorded.ts';
import { useAction } from '../use-action.ts';
import { actOf } from './act.ts';
import { words } from './words.ts';

/** The scope of a revert. */
type RevertQuestion = Parameters<typeof client.plans.revert>[0]['body'];

/** A revert with more changes than this becomes a single line of the draft. */
const LINES = 30;

/**
 * Computes a revert, adds it to the draft and opens the draft. If nothing can be reverted, `nothing` has the reasons.
 */
function useRevert() {
  const router = useRouter();
  const question = useRef<RevertQuestion>(undefined);
  const [nothing, setNothing] = useState<readonly NotReverted[]>();
  const { run, pending, problem } = useAction(async () => {
    const body = question.current;
    if (!body) return;
    setNothing(undefined);
    const { changes, about, reverts, cannot } = await client.plans.revert({ body });
    if (changes.length === 0) {
      setNothing(cannot);
      return;
    }
    const [first] = changes;
    // A change that creates an object must stay in one line with the changes that refer to the object.
    const isOne = changes.length > LINES || changes.some(({ as }) => as !== undefined);
    if (isOne || !first) addToDraft(words.whole(changes.length), changes, { reverts, left: cannot });
    else
      for (const [place, change] of changes.entries()) {
        const target = about[place]?.target;
        const title = words.line(actOf(change.call), target?.kind ?? '', target ? targetName(target) : '');
        addToDraft(title, [change], { reverts, left: place === 0 ? cannot : [] });
      }
    await router.navigate({ to: '/changes', search: {} });
  });
  return {
    run: (body: RevertQuestion) => {
      question.current = body;
      run();
    },
    pending,
    problem,
    nothing,
    forget: () => setNothing(undefined),
  };
}

/** Puts a revert into the draft. */
export function RevertButton({ question, small }: { question: RevertQuestion; small?: boolean }): ReactNode {
  const { run, pending, problem, nothing, forget } = useRevert();
  if (useAsOf() !== undefined) return null;
  return (
    <>
      <Button small={small} icon={HistoryIcon} pending={pending} onClick={() => run(question)}>
        {words.revert}
      </Button>
      {problem && <ProblemNote problem={problem} />}
      {nothing && (
        <Dialog
          open
          title={words.nothing}
          onClose={forget}
          foot={
            <Button kind="primary" onClick={forget}>
              {words.close}
            </Button>
          }
        >
          {nothing.length > 0 ? <LeftLines left={nothing} /> : <p>{words.nothingText}</p>}
        </Dialog>
      )}
    </>
  );
}

/**
 * Computes the revert of everything that a user changed in a period, and puts it into the draft. A dialog asks for the
 * period first.
 */
export function RevertByButton({ user, name }: { user: string; name: string }): ReactNode {
  const [open, setOpen] = useState(false);
  const [from, setFrom] = useState<Date | null>(null);
  const [to, setTo] = useState<Date | null>(null);
  const [lacks, setLacks] = useState(false);
  const { run, pending, problem, nothing } = useRevert();
  const close = () => setOpen(false);
  const show = () => {
    setLacks(from === null);
    if (from !== null) run({ by: user, from: from.toISOString(), ...(to && { to: to.toISOString() }) });
  };
  return (
    <>
      <Button small kind="quiet" icon={HistoryIcon} onClick={() => setOpen(true)}>
        {words.by}
      </Button>
      <Dialog
        open={open}
        title={words.byTitle(name)}
        onClose={close}
        keepOpen
        foot={
          <>
            <Button onClick={close}>{words.cancel}</Button>
            <Button kind="primary" pending={pending} onClick={show}>
              {words.show}
            </Button>
          </>
        }
      >
        <p>{words.byText}</p>
        <DateTimeField
          label={words.from}
          value={from}
          onChange={setFrom}
          max={new Date()}
          error={lacks && from === null ? words.fromNeeded : undefined}
        />
        <DateTimeField label={words.to} optional hint={words.toHint} value={to} onChange={setTo} />
        {problem && <ProblemNote problem={problem} />}
        {nothing && (
          <>
            <p role="status">
              <b>{words.nothing}.</b>
            </p>
            <LeftLines left={nothing} />
          </>
        )}
      </Dialog>
    </>
  );
}

/** The parts that are not reverted, and why. */
export function LeftLines({ left }: { left: readonly NotReverted[] }): ReactNode {
  if (left.length === 0) return null;
  return (
    <Lines label={words.left}>
      {left.map((one) => (
        <div key={`${one.event} ${one.why} ${one.target?.name}`}>
          <span className="grow">{leftText(one)}</span>
        </div>
      ))}
    </Lines>
  );
}

/** Why a part is not reverted, as a sentence. */
export function leftText({ why, target, by }: NotReverted): string {
  return words.lefts[why]({
    kind: target?.kind ?? '',
    name: target ? targetName(target) : '',
    by: by ? byActor(by.actor.kind === 'operator' ? by.actor.name : actorName(by.actor)) : '–',
    no: by ? formatNumber(by.event) : '–',
  });
}

/** Returns the name of a revert's target. If two names are recorded, joins them in the page's language. */
export function targetName({ kind, name, names }: NonNullable<NotReverted['target']>): string {
  const [first, second] = names ?? [];
  return recordedText(first === undefined || second === undefined ? name : eventParts.joined(kind, first, second));
}
