import { limits } from '@licet/contract';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { countIn } from '../../blocks/permission-set.ts';
import { EffectsThen } from '../../blocks/plan-effects/effects-then.tsx';
import {
  applyLongPlan,
  howFar,
  initialProgress,
  type LongPlan,
  type LongProgress,
  makeLongPlan,
  undoLongSet,
} from '../../blocks/plan-effects/long-plan.ts';
import type { PlannedChanges } from '../../blocks/plan-effects/use-plan.ts';
import { undoSet, useUndo } from '../../blocks/undo.ts';
import { useRefresh } from '../../blocks/use-action.ts';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Progress } from '../../ui/meter.tsx';
import { asProblem, type Problem } from '../../ui/problem.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { isReviewedSince } from './access.ts';
import { brokenBy, type PlannedEffects } from './same-access.ts';
import type { Suggestion } from './suggestion.ts';
import { words as screenWords, planWords as words } from './words.ts';

export interface TakeOverProps {
  application: string;
  suggestion: Suggestion;
  /** The number of roles now. */
  now: number;
  /** The typed names of new roles, by their keys. */
  names: Readonly<Record<string, string>>;
  onName: (key: string, name: string) => void;
  /** Whether the changes with the typed names are still being computed. */
  pending: boolean;
  onClose: () => void;
}

/**
 * Applies the suggestion as one plan, after showing its effects. Never applies a plan whose effects differ from the
 * shown losses. The server also refuses it if its effects have changed since, because its digest differs then.
 */
export function TakeOver(props: TakeOverProps): ReactNode {
  const { suggestion, onClose } = props;
  const { changes, roles } = suggestion;
  if (changes.length > limits.planChangesMax.value) return <LongTakeOver {...props} />;
  return (
    <ConfirmDialog
      title={words.title(roles.length)}
      action={words.action(changes.length)}
      changes={[...changes] as PlannedChanges}
      called={(place) => calledBy(suggestion, place)}
      waits={words.waits}
      notInDraft
      idle={props.pending ? screenWords.notYet : undefined}
      run={async (plan) => {
        if (!plan) return false;
        const refused = plan.steps.filter((step) => step.refused).length;
        const broken = brokenIn(props, { ...plan, refused });
        if (broken) throw Object.assign(new Error(words.broken), { problem: broken });
        await requireNotReviewed(props);
        return client.plans.apply({
          body: { changes: [...changes] as PlannedChanges, digest: plan.digest, reason: words.reason },
        });
      }}
      done={doneText(props)}
      undo={({ last }) => ({ run: () => undoSet(last), done: words.undone })}
      onClose={onClose}
    >
      {(plan) => {
        const broken = plan && brokenIn(props, { ...plan, refused: plan.steps.filter((step) => step.refused).length });
        return <Promised {...props} broken={broken} />;
      }}
    </ConfirmDialog>
  );
}

/** The expected effects of the plan, the names of its new roles, and why it cannot be applied. */
function Promised({ suggestion, names, onName, broken }: TakeOverProps & { broken: Problem | undefined }): ReactNode {
  const { losses, roles } = suggestion;
  const created = roles.filter(({ existing }) => !existing);
  return (
    <>
      {broken && <ProblemNote problem={broken} />}
      <p>{losses.length === 0 ? words.promise : words.promiseLosses(losses.length)}</p>
      {created.length > 0 && (
        <fieldset className="fewest-names">
          <legend className="label">{words.newNames}</legend>
          {created.map(({ key, name, permissions }, place) => (
            <TextField
              key={key}
              label={`${words.name(place + 1)}, ${words.permissions(countIn(permissions))}`}
              value={names[key] ?? name}
              onChange={(next) => onName(key, next)}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

/**
 * Applies a suggestion with more changes than one request can contain. The server streams its progress, and the user can
 * stop it.
 */
function LongTakeOver(props: TakeOverProps): ReactNode {
  const { suggestion, onClose } = props;
  const { changes, roles } = suggestion;
  const [progress, setProgress] = useState<LongProgress>();
  const [plan, setPlan] = useState<LongPlan>();
  const [problem, setProblem] = useState<Problem>();
  const leaving = useRef<AbortController>(undefined);
  const refresh = useRefresh();
  const undoing = useUndo();
  const working = async (work: (signal: AbortSignal) => Promise<void>) => {
    const controller = new AbortController();
    leaving.current?.abort();
    leaving.current = controller;
    setProblem(undefined);
    setProgress(initialProgress);
    try {
      await work(controller.signal);
    } catch (thrown) {
      if (!controller.signal.aborted) setProblem(asProblem(thrown));
    } finally {
      if (leaving.current === controller) setProgress(undefined);
    }
  };
  const make = () =>
    working(async (signal) => setPlan(await makeLongPlan(changes, { signal, onProgress: setProgress })));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the plan is made when the names of the roles change, too
  useEffect(() => {
    setPlan(undefined);
    const timer = setTimeout(() => void make(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leaving.current?.abort();
    };
  }, [changes]);
  const broken = plan && brokenIn(props, { ...plan, refused: plan.refused.length });
  const apply = (digest: string) =>
    working(async (signal) => {
      await requireNotReviewed(props);
      const last = await applyLongPlan(changes, { digest, reason: words.reason }, { signal, onProgress: setProgress });
      await refresh();
      showToast({ text: doneText(props), action: undoing({ run: () => undoLongSet(last), done: words.undone }) });
      onClose();
    });
  const idle = plan && !props.pending ? broken?.title : screenWords.notYet;
  return (
    <Dialog
      open
      onClose={onClose}
      keepOpen
      title={words.title(roles.length)}
      foot={
        <>
          <Button onClick={onClose}>{screenWords.cancel}</Button>
          <Button
            kind="primary"
            pending={progress?.phase === 'writing'}
            {...(idle !== undefined && { idle })}
            onClick={() => plan && void apply(plan.digest)}
          >
            {words.action(changes.length)}
          </Button>
        </>
      }
    >
      {problem && <ProblemNote problem={problem} />}
      {problem && <Button onClick={() => void make()}>{words.again}</Button>}
      <Promised {...props} broken={broken} />
      {progress && (
        <Progress
          label={words.working[progress.phase]}
          value={progress.done}
          max={progress.total ?? 0}
          text={howFar(progress)}
        />
      )}
      {plan && (plan.effects.length > 0 ? <EffectsThen effects={plan.effects} at={plan.at} /> : null)}
    </Dialog>
  );
}

const PAUSE_MS = 300;

function brokenIn({ application, suggestion }: TakeOverProps, plan: PlannedEffects): Problem | undefined {
  const losses = new Set(suggestion.losses.map(({ permission }) => permission.name));
  const broken = brokenBy(plan, { application, losses });
  return broken && asProblem({ title: words.broken, detail: words.brokenBy[broken] });
}

async function requireNotReviewed({ application, suggestion }: TakeOverProps): Promise<void> {
  if (!(await isReviewedSince(client, application, suggestion.kept))) return;
  const problem = asProblem({ title: words.broken, detail: words.brokenBy.review });
  throw Object.assign(new Error(words.broken), { problem });
}

const doneText = ({ suggestion, now }: TakeOverProps): string =>
  now > suggestion.roles.length ? words.done(now - suggestion.roles.length) : words.doneSame;

/** The name of a change, beside its refusal. */
function calledBy({ changes, removed }: Suggestion, place: number): string {
  const change = changes[place];
  if (change?.call === 'roles.create') return words.called['roles.create'](change.body.name);
  if (change?.call === 'roles.remove')
    return words.called['roles.remove'](removed.find(({ role }) => role.id === change.params.role)?.role.name ?? '');
  const call = change?.call;
  return call === 'roles.update' || call === 'grants.create' || call === 'grants.revoke' ? words.called[call] : '';
}
