import type { Plan } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { asProblem, type Problem } from '../ui/problem.ts';
import { ProblemNote } from '../ui/problem-note.tsx';
import { TextField } from '../ui/text-field.tsx';
import { showToast } from '../ui/toast.tsx';
import { DraftButton } from './draft/draft-button.tsx';
import { finalWaits, idleWords, PlanEffects } from './plan-effects/plan-effects.tsx';
import { type PlannedChanges, unplanned, usePlan } from './plan-effects/use-plan.ts';
import { type Undo, useUndo } from './undo.ts';
import { useRefresh } from './use-refresh.ts';
import { editWords as words } from './words.ts';

export interface ConfirmDialogProps<R> {
  /** A question: "Suspend Dmytro Kovalenko?" */
  title: string;
  /** The consequences; a function gets the plan once it is loaded. */
  children: ReactNode | ((plan: Plan | undefined) => ReactNode);
  /** The changes that it makes: it says what they would bring, and waits until that is known. */
  changes?: PlannedChanges | undefined;
  /** What the changes do, in the draft; the question, when left out. */
  inDraft?: string | undefined;
  /** It does more than the changes: they are of no use in the draft. */
  notInDraft?: boolean | undefined;
  /** Verb and object: "Suspend user". */
  action: string;
  /** Does it, with what it was said to bring. What it throws is shown in the dialog, which then stays open; so it does when the answer is `false`. */
  run: (plan: Plan | undefined) => Promise<R | false>;
  /** What is said when it is done; then everything in sight is asked for again. */
  done?: string | undefined;
  /** Takes it back, from the toast that says that it is done; where that depends on what was made, by the answer of `run`. */
  undo?: Undo | ((made: R) => Undo) | undefined;
  onClose: () => void;
  /** What has to be typed first, for what is lost for good. */
  typed?: { label: string; expected: string; wrong: string } | undefined;
  /** When it is done, whoever opened it shows what follows: it does not close by itself. */
  stay?: boolean | undefined;
  /** It cannot be taken back: a click outside does not close it. */
  final?: boolean | undefined;
  /** Its plan has to be known first, and why; `final` says so by itself. */
  waits?: string | undefined;
  /** What a change is called, where there are several. */
  called?: ((place: number) => string) | undefined;
  /** Why pressing would do nothing yet: what it will change is still being counted, or nobody could say. */
  idle?: string | undefined;
}

/** Asks before something is done, says what it will change, and shows why it failed. Render it while it is open. */
export function ConfirmDialog<R>({
  title,
  children,
  action,
  run,
  done,
  undo,
  onClose,
  typed,
  stay,
  final,
  idle: idleBefore,
  changes = unplanned,
  inDraft = title,
  notInDraft,
  waits: waitsFor,
  called,
}: ConfirmDialogProps<R>): ReactNode {
  const refresh = useRefresh();
  const undoing = useUndo();
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState(false);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const asked = usePlan(changes, { held: pending });
  const waits = waitsFor ?? (final ? finalWaits() : undefined);
  const idle = idleBefore ?? idleWords(asked, waits);

  const confirm = async () => {
    if (idle !== undefined) return;
    if (typed && text !== typed.expected) return setWrong(true);
    setPending(true);
    setProblem(undefined);
    try {
      const made = await run(asked.plan);
      if (made === false) return setPending(false);
      await refresh();
      const back = typeof undo === 'function' ? undo(made) : undo;
      if (done !== undefined) showToast({ text: done, ...(back && { action: undoing(back) }) });
      if (!stay) onClose();
    } catch (thrown) {
      // Somebody else was faster: what is shown is loaded anew, so that the next try can work.
      if (overtaken.has(asProblem(thrown).code)) await refresh();
      setProblem(asProblem(thrown));
      setPending(false);
    }
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      role={final ? 'alertdialog' : 'dialog'}
      foot={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          {!notInDraft && <DraftButton title={inDraft} changes={changes} onAdded={onClose} />}
          <Button
            kind={final ? 'final' : 'primary'}
            pending={pending}
            {...(idle !== undefined && { idle })}
            onClick={() => void confirm()}
          >
            {action}
          </Button>
        </>
      }
    >
      {problem && <ProblemNote problem={problem} />}
      {typeof children === 'function' ? children(asked.plan) : children}
      <PlanEffects asked={asked} waits={waits} called={called} />
      {typed && (
        <TextField
          label={typed.label}
          mono
          spellCheck={false}
          value={text}
          onChange={(next) => {
            setText(next);
            setWrong(false);
          }}
          onKeyDown={(event) => event.key === 'Enter' && void confirm()}
          error={wrong ? typed.wrong : undefined}
        />
      )}
    </Dialog>
  );
}

const overtaken: ReadonlySet<unknown> = new Set(['version_conflict', 'wrong_state', 'not_found', 'plan_moved']);
