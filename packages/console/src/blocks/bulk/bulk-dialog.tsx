import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Progress } from '../../ui/meter.tsx';
import type { Problem } from '../../ui/problem.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { DraftButton } from '../draft/draft-button.tsx';
import { howFar } from '../plan-effects/long-plan.ts';
import { PlanEffects } from '../plan-effects/plan-effects.tsx';
import type { BulkChange, BulkPlan, Skipped } from './bulk-plan.ts';
import { type BulkRun, type BulkTexts, useBulkPlan } from './use-bulk.ts';
import { words } from './words.ts';
import './bulk.css';

export interface BulkDialogProps {
  /** "Suspend 40 users?" */
  title: string;
  /** The fields that determine the changes, and an explanation of the action. */
  children?: ReactNode;
  /** The changes, one for each row; empty while a field is missing. Keep it stable. */
  wanted: readonly BulkChange[];
  /** Rows that need no change, and why. */
  skipped?: readonly Skipped[] | undefined;
  /** Why there is nothing to change, if the fields are complete. */
  nothing?: string | undefined;
  /** The button, by the number of changes. */
  action: (count: number) => string;
  texts: (plan: BulkPlan) => BulkTexts;
  run: BulkRun;
  onClose: () => void;
}

/**
 * Asks before a change to many rows: shows its effects, and applies exactly the plan that it shows. While the change is
 * made, the bar shows its progress in place of this dialog.
 */
export function BulkDialog(props: BulkDialogProps): ReactNode {
  const { title, children, wanted, skipped = [], nothing, action, texts, run, onClose } = props;
  const asked = useBulkPlan(wanted);
  const [problem, setProblem] = useState<Problem>();
  const { plan } = asked;
  const isRefused = plan?.plan.steps.some(({ refused }) => refused) ?? false;
  const count = plan?.changes.length ?? wanted.length;

  const confirm = async () => {
    if (!plan || isRefused) return;
    const failed = await run.apply(plan, texts(plan));
    if (failed === undefined) return onClose();
    setProblem(failed === 'cancelled' ? undefined : failed);
    if (failed !== 'cancelled') asked.again();
  };

  const idle = plan
    ? isRefused
      ? words.refused
      : undefined
    : (nothing ?? (wanted.length === 0 ? words.choose : words.asking));
  return (
    <Dialog
      open={run.work === undefined}
      onClose={onClose}
      title={title}
      foot={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          {plan && !isRefused && <DraftButton title={title} changes={shortOf(plan)} onAdded={onClose} />}
          <Button kind="primary" {...(idle !== undefined && { idle })} onClick={() => void confirm()}>
            {action(count)}
          </Button>
        </>
      }
    >
      {problem && <ProblemNote problem={problem} />}
      {children}
      {nothing !== undefined && wanted.length === 0 && <p>{nothing}</p>}
      <SkippedRows skipped={[...skipped, ...(plan?.skipped ?? [])]} />
      {!plan && asked.progress && wanted.length > 0 && (
        <Progress
          label={words.phases[asked.progress.phase]}
          value={asked.progress.done}
          max={asked.progress.total ?? 0}
          text={howFar(asked.progress)}
        />
      )}
      {(plan || !asked.progress) && (
        <PlanEffects
          asked={{
            changes: plan?.changes ?? wanted.map(({ change }) => change),
            plan: plan && shownPlan(plan),
            problem: asked.problem,
            asking: !plan && !asked.problem,
            retry: asked.again,
          }}
          waits={words.waits}
          called={(place) => plan?.names[place] ?? ''}
        />
      )}
    </Dialog>
  );
}

const LONG = 1000;

/**
 * The plan to display. A large plan loses its digest, which hides the button that lists further holders of an effect:
 * the server lists them only for plans of up to 1,000 changes.
 */
const shownPlan = ({ plan, changes }: BulkPlan) => (changes.length > LONG ? { ...plan, digest: '' } : plan);

/** The changes that can be added to the draft; none if there are more than one plan can hold. */
const shortOf = ({ changes }: BulkPlan) => (changes.length > LONG ? [] : changes);

const SKIPPED_SHOWN = 5;

function SkippedRows({ skipped }: { skipped: readonly Skipped[] }): ReactNode {
  const [all, setAll] = useState(false);
  if (skipped.length === 0) return null;
  const shown = all || skipped.length <= SKIPPED_SHOWN + 1 ? skipped : skipped.slice(0, SKIPPED_SHOWN);
  return (
    <section className="bulk-skipped" aria-label={words.skipped(skipped.length)}>
      <p>{words.skipped(skipped.length)}</p>
      <ul>
        {shown.map(({ name, why }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rows can have the same name, and the list only grows
          <li key={place}>
            <bdi>{name}</bdi> <span className="text-muted">{why}</span>
          </li>
        ))}
      </ul>
      {shown.length < skipped.length && (
        <button type="button" className="link small" onClick={() => setAll(true)}>
          {words.allSkipped(skipped.length)}
        </button>
      )}
    </section>
  );
}
