import { type ReactNode, useState } from 'react';
import { useAsOf } from '../../session/as-of.ts';
import { Button } from '../../ui/button.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { HistoryIcon } from '../../ui/icons.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { LeftLines } from './left-lines.tsx';
import { type RevertQuestion, useRevert } from './use-revert.ts';
import { words } from './words.ts';

/** Puts what reverts something into the draft. */
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

/** The same of all that somebody changed in a time, which is asked for first. */
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
