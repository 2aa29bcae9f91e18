import type { Plan } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { type DraftLine, emptyDraft, removeFromDraft, useDraftLines } from '../../blocks/draft/draft.ts';
import { idleWords, PlanEffects } from '../../blocks/plan-effects/plan-effects.tsx';
import { effectOf } from '../../blocks/plan-effects/plan-line.tsx';
import { goneLines } from '../../blocks/plan-effects/plan-lines.ts';
import { usePlan } from '../../blocks/plan-effects/use-plan.ts';
import { useRefresh } from '../../blocks/use-refresh.ts';
import { client } from '../../session/client.ts';
import { Page, PageBody } from '../../shell/page.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Effects } from '../../ui/effects.tsx';
import { FileDiffIcon, XIcon } from '../../ui/icons.tsx';
import { asProblem, type Problem } from '../../ui/problem.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Lines, Section } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useKept } from '../../ui/use-kept.ts';
import { words } from './words.ts';
import './changes-screen.css';

/** Changes: what was collected from any screen, what it would bring together, and the button that makes all of it or none. */
export function ChangesScreen(): ReactNode {
  const lines = useDraftLines();
  return (
    <Page title={words.title} lead={lines.length > 0 ? words.lead : undefined}>
      <PageBody>
        {lines.length === 0 ? (
          <EmptyState icon={FileDiffIcon} title={words.empty}>
            {words.emptyText}
          </EmptyState>
        ) : (
          <Draft lines={lines} />
        )}
      </PageBody>
    </Page>
  );
}

function Draft({ lines }: { lines: readonly DraftLine[] }): ReactNode {
  const refresh = useRefresh();
  const [reason, setReason] = useKept('reason of changes', '');
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  /** The plan that was agreed to, when it would bring something else by then. */
  const [before, setBefore] = useState<Plan>();
  const changes = lines.flatMap((line) => line.changes);
  const titles = lines.flatMap((line) => line.changes.map(() => line.title));
  const asked = usePlan(changes, { held: pending });
  const { plan } = asked;
  const isRefused = plan?.steps.some(({ refused }) => refused) === true;
  const idle = idleWords(asked, words.waits) ?? (isRefused ? words.refused : undefined);

  const apply = async () => {
    if (!plan || idle !== undefined) return;
    setPending(true);
    setProblem(undefined);
    setBefore(undefined);
    try {
      await client.plans.apply({ body: { changes, digest: plan.digest, reason: reason.trim() } });
      setReason('');
      emptyDraft();
      showToast({ text: words.done(changes.length) });
      await refresh();
    } catch (thrown) {
      const why = asProblem(thrown);
      if (why.code === 'plan_moved') setBefore(plan);
      else setProblem(why);
      await refresh();
    } finally {
      setPending(false);
    }
  };
  return (
    <div className="draft">
      <Section title={words.lines} n={lines.length}>
        <Lines label={words.lines}>
          {lines.map(({ id, title }) => (
            <div key={id}>
              <span className="grow">{title}</span>
              <IconButton small icon={XIcon} label={words.remove(title)} onClick={() => removeFromDraft(id)} />
            </div>
          ))}
        </Lines>
      </Section>
      {before && plan && <Moved before={before} after={plan} />}
      <PlanEffects asked={asked} waits={words.waits} called={(place) => titles[place] ?? ''} />
      {problem && <ProblemNote problem={problem} />}
      <TextField label={words.reason} optional value={reason} onChange={setReason} />
      <div className="draft-foot">
        <Button kind="primary" pending={pending} {...(idle !== undefined && { idle })} onClick={() => void apply()}>
          {words.apply(changes.length)}
        </Button>
        <Button onClick={emptyDraft}>{words.discard}</Button>
      </div>
    </div>
  );
}

/** What was agreed to and would not come of it any more. What would come instead stands in the plan below. */
function Moved({ before, after }: { before: Plan; after: Plan }): ReactNode {
  const gone = goneLines(before, after).map((line) => effectOf(line, { plan: before, changes: [] }));
  return (
    <Callout tone="ending" live>
      <b>{words.moved}</b> {words.movedText}
      {gone.length > 0 && (
        <>
          <p>{words.gone}</p>
          <Effects effects={gone} />
        </>
      )}
    </Callout>
  );
}
