import { type FirstWay, firstWay, type PolicyPlan } from '@licet/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { usePermission } from '../../session/may.ts';
import { EditForm, type EditFormProps } from '../edit-form.tsx';
import type { Tell } from './outcome-help.tsx';
import { PlanPanel, PlanSummary } from './plan-panel.tsx';
import { type Planner, planQuery, usePlan } from './use-plan.ts';
import './sign-in-rules.css';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldNote } from '../../ui/field.tsx';
import type { BoundField } from '../../ui/form.ts';
import { wayWords, planWords as words } from './words.ts';

export interface RulesEditorProps<E, V extends object, B extends object>
  extends Pick<EditFormProps<E, V>, 'edit' | 'of' | 'labels' | 'inWords' | 'children'> {
  /** The rules in the form; undefined if they cannot be saved. */
  entered: B | undefined;
  planner: Planner<B>;
  /** Gives a grace period to all users who have none; undefined if no rule supports a grace period. */
  onGiveTime?: ((until: string) => void) | undefined;
  /**
   * Replace the advice for stopped users and the description of what happens to them. The defaults describe the
   * organisation's rules.
   */
  stoppedHelp?: string | undefined;
  stoppedText?: string | undefined;
  /**
   * Whether the viewer may see the names of the affected users, provided that they may see users at all. Otherwise
   * `noPlanText` is shown.
   */
  maySeeCounted?: boolean | undefined;
  noPlanText?: string | undefined;
  /** Describes the counted users, if not all users are counted. */
  whom?: string | undefined;
  /** Renders a button that mails the users with an outcome. `mailProgress` shows the progress of the mails. */
  tell?: Tell | undefined;
  mailProgress?: ReactNode;
}

/** The editor of sign-in rules, with a list of the users whom the rules would stop. */
export function RulesEditor<E, V extends object, B extends object>({
  entered,
  planner,
  onGiveTime,
  stoppedHelp,
  stoppedText,
  maySeeCounted = true,
  noPlanText,
  whom,
  tell,
  mailProgress,
  children,
  ...form
}: RulesEditorProps<E, V, B>): ReactNode {
  const mayPlan = usePermission('users.read') && maySeeCounted;
  const plan = usePlan(planner, entered, mayPlan);
  const { changed, onSubmit, problem } = form.edit.form;
  // Hide a refusal with `locks_out` once the plan of the current rules shows that they lock nobody out.
  const locksOut = plan.counting || plan.query.data?.locksOut !== false;
  const visibleProblem = problem?.code === 'locks_out' && mayPlan && !locksOut ? undefined : problem;
  const { asking, ask, answer } = useAskFirst(planner, mayPlan ? entered : undefined, onSubmit);
  return (
    <div className="rules-columns">
      <EditForm {...form} edit={{ ...form.edit, form: { ...form.edit.form, problem: visibleProblem, onSubmit: ask } }}>
        {children}
        {changed && mayPlan && <PlanSummary plan={plan} />}
      </EditForm>
      {(!mayPlan || plan.page) && (
        <PlanPanel
          plan={mayPlan ? plan : undefined}
          changed={changed}
          onGiveTime={onGiveTime}
          stoppedHelp={stoppedHelp}
          noPlanText={noPlanText}
          whom={whom}
          tell={tell}
          mailProgress={mailProgress}
        />
      )}
      {asking && (
        <StoppedDialog
          plan={asking.plan}
          text={stoppedText}
          onSave={() => answer(true)}
          onClose={() => answer(false)}
        />
      )}
    </div>
  );
}

/** Saves rules. If they stop users, or if the plan is unknown, a dialog first asks for confirmation. */
function useAskFirst<B>(planner: Planner<B>, body: B | undefined, save: () => void) {
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState<{ plan: PolicyPlan | undefined }>();
  const busy = useRef(false);
  const ask = async () => {
    if (!body) return save();
    if (busy.current) return;
    busy.current = true;
    const plan = await queryClient.fetchQuery({ ...planQuery(planner, body, {}), staleTime: 0 }).catch(() => undefined);
    busy.current = false;
    if (plan && (plan.counts.stopped === 0 || plan.locksOut)) save();
    else setAsking({ plan });
  };
  return {
    asking,
    ask: (event?: FormEvent) => {
      event?.preventDefault();
      void ask();
    },
    answer: (yes: boolean) => {
      setAsking(undefined);
      if (yes) save();
    },
  };
}

/** Asks for confirmation, with the number of users who would be stopped. */
function StoppedDialog({
  plan,
  text = words.saveText,
  onSave,
  onClose,
}: {
  /** Undefined if the plan could not be loaded. */
  plan: PolicyPlan | undefined;
  /** Replaces the description of what happens to the stopped users. */
  text: string | undefined;
  onSave: () => void;
  onClose: () => void;
}): ReactNode {
  const stopped = plan?.counts.stopped ?? 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title={plan ? words.saveQuestion(stopped) : words.saveUntold}
      foot={
        <>
          <Button onClick={onClose}>{words.back}</Button>
          <Button kind="primary" onClick={onSave}>
            {plan ? words.saveAnyway(stopped) : words.saveUntoldAction}
          </Button>
        </>
      }
    >
      <p>{plan ? text : words.saveUntoldText}</p>
      {plan && plan.present.stopped > 0 && <p>{words.stoppedNow(plan.present.stopped)}</p>}
    </Dialog>
  );
}

/** The ways of signing in, each with an explanation. */
export function WaysField({
  label,
  id,
  value,
  onChange,
  error,
  among = firstWay.options,
  under,
}: Omit<BoundField<FirstWay[]>, 'name'> & {
  label: string;
  /** The ways that can be chosen; the field marks the others as not accepted. */
  among?: readonly FirstWay[] | undefined;
  /** Renders further settings below a chosen way. */
  under?: ((way: FirstWay) => ReactNode) | undefined;
}): ReactNode {
  const own = useId();
  const choose = (way: FirstWay, on: boolean) =>
    onChange(firstWay.options.filter((one) => (one === way ? on : value.includes(one))));
  const group = { role: 'group', 'aria-label': label };
  return (
    <div className="ways-field" {...group} id={id} tabIndex={-1}>
      {firstWay.options.map((way) => (
        <div key={way}>
          <Checkbox
            label={wayWords.names[way]}
            checked={value.includes(way)}
            disabled={!among.includes(way) && !value.includes(way)}
            onChange={(on) => choose(way, on)}
            aria-describedby={`${own}-${way}`}
          />
          <p className="hint" id={`${own}-${way}`}>
            {among.includes(way) ? wayWords.hints[way] : wayWords.notTaken}
          </p>
          {value.includes(way) && under?.(way)}
        </div>
      ))}
      <FieldNote id={`${own}-note`} error={error} />
    </div>
  );
}
