import { daysLater, type Ending } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { ApplicationName } from '../../../blocks/chips.tsx';
import { untilText } from '../../../blocks/durations.ts';
import { changesOf, endingText } from '../../../blocks/endings.ts';
import { InstantChoice, type InstantValue } from '../../../blocks/instant-choice.tsx';
import { EffectsThen } from '../../../blocks/plan-effects/effects-then.tsx';
import { idleWords } from '../../../blocks/plan-effects/plan-effects.tsx';
import { unplanned, usePlan } from '../../../blocks/plan-effects/use-plan.ts';
import { byActor, recordedText } from '../../../blocks/recorded.ts';
import { undoSet, useUndo } from '../../../blocks/undo.ts';
import { useAction, useRefresh } from '../../../blocks/use-action.ts';
import { useAsOf } from '../../../session/as-of.ts';
import { client } from '../../../session/client.ts';
import { Button } from '../../../ui/button.tsx';
import { useDraft } from '../../../ui/form-draft.ts';
import { EndsIcon } from '../../../ui/icon.tsx';
import { ButtonKey } from '../../../ui/key-hint.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { asProblem } from '../../../ui/problem.ts';
import { ProblemNote } from '../../../ui/problem-note.tsx';
import { ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import { EndsAt, Time, useNow } from '../../../ui/time.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { Avatar } from '../../../ui/who.tsx';
import { Pane, type PaneParts } from '../pane.tsx';
import { sentenceOf } from './item-row.tsx';
import type { InboxItem } from './items.ts';
import { paneWords as words } from './words.ts';
import './todo.css';

const HOUR_MS = 3_600_000;
const choices = ['twoHours', 'day', 'week'] as const;
type Choice = InstantValue<(typeof choices)[number]>;

/** The new end, counted from the current one. Null while no day is chosen. */
export function extendedEnd(ends: string, { choice, on }: Choice): Date | null {
  if (choice === 'on') return on;
  return choice === 'twoHours' ? new Date(Date.parse(ends) + 2 * HOUR_MS) : daysLater(ends, choice === 'day' ? 1 : 7);
}

interface EndingPaneProps extends PaneParts {
  item: Extract<InboxItem, { kind: 'ending' }>;
  /** Whether the viewer lets the access end. */
  left: boolean;
  /** Passes over the item and lets the access end, or undoes that. */
  onLetEnd: () => void;
}

/** Extends access that ends soon, or lets it end. Shows what would be lost. */
export function EndingPane({ item, back, panel, onDecided, onLater, left, onLetEnd }: EndingPaneProps): ReactNode {
  const now = useNow();
  const present = useAsOf() === undefined;
  const refresh = useRefresh();
  const undoing = useUndo();
  const { what, holder, ends } = endingText(item.of);
  const [chosen, choose, forget] = useDraft<Choice>(`extension ${item.key}`, { choice: 'day', on: null });
  const end = extendedEnd(ends, chosen);
  const changes = end === null ? unplanned : changesOf([item.of], () => end);
  const [held, hold] = useState(false);
  const asked = usePlan(changes, { held });
  const extend = useAction(async () => {
    if (!asked.plan || end === null) return;
    hold(true);
    const applying = client.plans.apply({ body: { changes, digest: asked.plan.digest } });
    // After a refusal, reload, so that the next attempt uses the present state.
    const { last } = await applying.catch(async (refusal: unknown) => {
      hold(false);
      await refresh();
      throw refusal;
    });
    forget();
    showToast({
      text: words.extended(what, holder.name, untilText(end, now)),
      action: undoing({ run: () => undoSet(last), done: words.restored }),
    });
    onDecided();
  });
  const refused = asked.plan?.steps.find((step) => step.refused)?.refused;
  const idle = end === null ? words.missing : idleWords(asked, words.waits);
  const title = sentenceOf(item);
  return (
    <Pane
      label={title}
      back={back}
      panel={panel}
      onLater={onLater}
      foot={
        <>
          <Button
            kind="primary"
            pending={extend.pending}
            {...(idle !== undefined && { idle })}
            aria-keyshortcuts="A"
            // Ignore the second click of a double click: it would extend the next item.
            onClick={({ detail }) => detail < 2 && extend.run()}
          >
            {words.extend[chosen.choice]}
            <ButtonKey>A</ButtonKey>
          </Button>
          <Button aria-keyshortcuts="D" onClick={onLetEnd}>
            {left ? words.remind : words.letEnd}
            <ButtonKey>D</ButtonKey>
          </Button>
        </>
      }
    >
      <Head item={item} title={title} />
      {present && (
        <div className="ending-choice">
          <InstantChoice
            label={words.extendBy}
            choices={[
              { value: 'twoHours', label: words.twoHours },
              { value: 'day', label: words.day },
              { value: 'week', label: words.week },
              { value: 'on', label: words.until },
            ]}
            value={chosen}
            onChange={choose}
            dateLabel={words.untilField}
            min={now}
            endOfDay
            hint={end === null ? words.missing : words.becomes(untilText(end, now))}
          />
        </div>
      )}
      {refused && <ProblemNote problem={asProblem(refused)} />}
      {asked.problem && <ErrorState small error={asked.problem} onRetry={asked.retry} />}
      {extend.problem && <ProblemNote problem={extend.problem} />}
      <Lost ending={item.of} held={held} />
    </Pane>
  );
}

/** The access that ends, its end, its application, its grantor and its reason. */
function Head({ item: { of: it }, title }: { item: EndingPaneProps['item']; title: string }): ReactNode {
  const { holder, ends } = endingText(it);
  const { by, since, reason } =
    it.kind === 'exception'
      ? it.exception
      : { by: it.grant.grantedBy, since: it.grant.starts, reason: it.grant.reason };
  return (
    <div>
      <div className="request-who">
        {holder.kind === 'user' ? (
          <Avatar name={holder.name} size="large" />
        ) : (
          <span className="item-kind soon">
            <EndsIcon />
          </span>
        )}
        <div className="grow">
          <h2>{title}</h2>
          {holder.kind === 'user' && <div className="text-faint small">{holder.detail}</div>}
          <div className="inline-row">
            <EndsAt at={ends} />
            {it.kind !== 'exception' && (
              <span className="text-muted">
                <ApplicationName id={it.grant.application} />
              </span>
            )}
          </div>
        </div>
      </div>
      {reason !== '' && <blockquote className="request-quote">{recordedText(reason)}</blockquote>}
      <p className="text-faint small ending-granted">
        {words.granted(byActor(by))} <Time at={since} /> {' · '}
        <More of={it} />
      </p>
    </div>
  );
}

function More({ of: it }: { of: Ending }): ReactNode {
  if (it.kind === 'exception')
    return (
      <TextLink to="/separations" search={{ tab: 'rules', open: it.exception.separation.id }}>
        {words.showRule}
      </TextLink>
    );
  if (it.kind === 'break_glass')
    return (
      <TextLink to="/emergencies" search={{ open: it.use }}>
        {words.showEmergency}
      </TextLink>
    );
  return (
    <TextLink
      to="/applications/$application"
      params={{ application: it.grant.application }}
      search={{ tab: 'grants', open: it.grant.id }}
    >
      {words.showGrant}
    </TextLink>
  );
}

/** The access that would be lost: the effects of ending it now. */
function Lost({ ending, held }: { ending: Ending; held: boolean }): ReactNode {
  const asked = usePlan(
    changesOf([ending], () => null),
    { held },
  );
  const refused = asked.plan?.steps.find((step) => step.refused)?.refused;
  return (
    <section aria-live="polite" aria-busy={asked.asking}>
      <div className="section-head">
        <h3>{words.ifItEnds}</h3>
      </div>
      {ending.kind === 'exception' ? (
        <p className="text-muted">{words.exceptionKeeps}</p>
      ) : refused ? (
        <ProblemNote problem={asProblem(refused)} />
      ) : asked.plan ? (
        <EffectsThen effects={asked.plan.effects} at={asked.plan.at} />
      ) : asked.problem ? (
        <ErrorState small error={asked.problem} onRetry={asked.retry} />
      ) : (
        <SkeletonLines lines={2} />
      )}
    </section>
  );
}
