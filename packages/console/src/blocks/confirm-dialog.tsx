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
import { useRefresh } from './use-action.ts';
import { editWords as words } from './words.ts';

export interface ConfirmDialogProps<R> {
  /** A question: "Suspend Dmytro Kovalenko?" */
  title: string;
  /** The consequences of the action. A function receives the plan, or undefined until it is loaded. */
  children: ReactNode | ((plan: Plan | undefined) => ReactNode);
  /** The changes that the action makes. The dialog shows their effects, and waits until those are known. */
  changes?: PlannedChanges | undefined;
  /** The title of the line in the draft; by default the question. */
  inDraft?: string | undefined;
  /** Hides the button that adds to the draft, because the action does more than `changes`. */
  notInDraft?: boolean | undefined;
  /** Verb and object: "Suspend user". */
  action: string;
  /**
   * Makes the change. `plan` has the effects that the user saw. If this throws, the dialog stays open and shows the
   * error. If this returns `false`, the dialog stays open without an error.
   */
  run: (plan: Plan | undefined) => Promise<R | false>;
  /** The message after success. */
  done?: string | undefined;
  /** The Undo action of the toast. A function receives the result of `run`. */
  undo?: Undo | ((result: R) => Undo) | undefined;
  onClose: () => void;
  /** The text to type first, for irreversible actions. */
  typed?: { label: string; expected: string; wrong: string } | undefined;
  /** Keeps the dialog open after success, because the component that opened it shows the result. */
  stay?: boolean | undefined;
  /** Whether the action is irreversible. A click outside then does not close the dialog. */
  final?: boolean | undefined;
  /**
   * Explains why the button does nothing if the plan could not be computed. If set, the button requires a plan. `final`
   * provides a default.
   */
  waits?: string | undefined;
  /** Returns the name of a change by its index. Needed if there are several changes. */
  called?: ((place: number) => string) | undefined;
  /** Why the button does nothing yet: the effects are still being computed, or computing them failed. */
  idle?: string | undefined;
}

/**
 * A dialog that asks before an action. Shows the action's effects, and the error if it fails. It is open while it is
 * mounted.
 */
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
      const result = await run(asked.plan);
      if (result === false) return setPending(false);
      await refresh();
      const back = typeof undo === 'function' ? undo(result) : undo;
      if (done !== undefined) showToast({ text: done, ...(back && { action: undoing(back) }) });
      if (!stay) onClose();
    } catch (thrown) {
      // Another user changed the data first: reload it, so that the next attempt can succeed.
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
