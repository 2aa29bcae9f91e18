import type { AccessRequest, RequestPlan } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { askedText, mayText } from '../../blocks/asks.tsx';
import { untilText } from '../../blocks/durations.ts';
import { useAction } from '../../blocks/use-action.ts';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { ButtonKey } from '../../ui/key-hint.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { ENDING_SOON_MS, relativeTime, Time, useNow } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';
import { DenyDialog } from './deny-dialog.tsx';
import { KeyLegend } from './keys.tsx';
import { type Draft, type Length, LengthField, lengthOf, lengthPhrase, useRequestDraft } from './length-field.tsx';
import { undoApproval } from './outcome.tsx';
import { type Less, planQuery } from './queries.ts';
import { RequestComments, RequestHead, RequestSteps } from './request-details.tsx';
import { besideWords, stepWords, words } from './words.ts';
import './inbox.css';
import '../../ui/panel.css';
import { Effects } from '../../ui/effects.tsx';
import { EndsIcon, KeyRoundIcon } from '../../ui/icon.tsx';
import { IdCardIcon } from '../../ui/icons.tsx';
import { Path, type PathStep } from '../../ui/path.tsx';
import { asProblem } from '../../ui/problem.ts';
import { Select } from '../../ui/select.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import '../../ui/section.css';
import '../../ui/status.css';

interface DecidingProps {
  request: AccessRequest;
  /** Called after the decision; the list chooses what to show next. */
  onDecided: () => void;
  onLater: (() => void) | undefined;
  /** Called if another user decided the request meanwhile, or it was withdrawn. */
  onOvertaken: (detail: string) => void;
}

/**
 * Decides a pending request. Shows the duration, what to grant, the effects, and the buttons to approve and decline.
 */
export function Deciding({ request, onDecided, onLater, onOvertaken }: DecidingProps): ReactNode {
  const [draft, change, forget] = useRequestDraft(request.id);
  const [denying, setDenying] = useState(false);
  const [done, setDone] = useState(false);
  const now = useNow();
  const length = lengthOf(draft, request.seconds, now);

  const approve = useAction(async () => {
    const { seconds } = lengthOf(draft, request.seconds, new Date());
    const note = draft.note?.trim();
    const approving = client.requests.approve({
      params: { request: request.id },
      body: { ...lessOf(request, draft.gives, seconds), ...(note && { note }) },
      ifMatch: request.version,
    });
    const decided = await approving.catch((error: unknown) => {
      if (!isOvertaken(error)) throw error;
      onOvertaken(refusalText(error));
    });
    if (!decided) return;
    setDone(true);
    forget();
    const undo = { label: besideWords.undoShort, run: () => void undoNow(decided) };
    showToast({ text: approvedText(decided, length), ...(decided.undoUntil !== null && { action: undo }) });
    onDecided();
  });
  const deny = async (reason: string) => {
    const { id, version, user } = request;
    try {
      await client.requests.deny({ params: { request: id }, body: { reason }, ifMatch: version });
    } catch (error) {
      if (!isOvertaken(error)) throw error;
      setDenying(false);
      onOvertaken(refusalText(error));
      return;
    }
    showToast({ text: words.denied(user.name) });
    setDenying(false);
    setDone(true);
    forget();
    onDecided();
  };
  const { problem } = approve;
  // A decided request has no plan, so do not request one while the decision is being sent.
  const deciding = approve.pending || denying;
  const plan = useQuery({
    ...planQuery(request, lessOf(request, draft.gives, planned(length))),
    enabled: !deciding && !done,
  });
  const phrase = lengthPhrase(length, now);

  return (
    <>
      <div className="panel-body request-body">
        <RequestHead request={request} />
        <RequestSteps request={request} />
        <div className="request-choices">
          <LengthField asked={request.seconds} length={length} onChange={change} />
          <GivesField request={request} choices={plan.data?.choices} chosen={draft.gives} onChange={change} />
        </div>
        {plan.data ? (
          <PlanView request={request} plan={plan.data} end={endOf(plan.data, now, length.seconds)} />
        ) : plan.error ? (
          <ErrorState small error={plan.error} onRetry={() => void plan.refetch()} />
        ) : (
          <PlanSkeleton />
        )}
        <TextArea
          label={words.note(firstName(request.user.name))}
          optional
          rows={2}
          placeholder={words.notePlaceholder}
          value={draft.note ?? ''}
          onChange={(note) => change({ note })}
        />
        {problem && <ProblemNote problem={problem} />}
        <RequestComments request={request} folded />
      </div>
      <div className="panel-foot request-foot">
        <Button
          kind="primary"
          pending={approve.pending}
          reason={length.problem ?? (plan.data ? undefined : words.notLoaded)}
          aria-keyshortcuts="A"
          // Ignore the second click of a double click: it would approve the next request, which appears in the same
          // place.
          onClick={({ detail }) => detail < 2 && approve.run()}
        >
          {words.approve} {phrase}
          <ButtonKey>A</ButtonKey>
        </Button>
        <Button aria-keyshortcuts="D" onClick={() => setDenying(true)}>
          {words.deny}
          <ButtonKey>D</ButtonKey>
        </Button>
        <KeyLegend onLater={onLater} />
      </div>
      {denying && (
        <DenyDialog
          title={words.denyTitle(request.user.name)}
          text={words.denyText(request.user.name)}
          action={words.denyAction}
          draft={draft.denial ?? ''}
          onDraft={(denial) => change({ denial })}
          onClose={() => setDenying(false)}
          onDeny={deny}
        />
      )}
    </>
  );
}

/**
 * Returns the expiry of the grant. The duration begins now, or at the planned start if the grant follows one that is
 * still active.
 */
function endOf({ starts, ends }: RequestPlan, now: Date, seconds: number): Date {
  const later = new Date(starts).getTime() > now.getTime() + 60_000;
  return later ? new Date(ends) : new Date(now.getTime() + seconds * 1000);
}

/** Undoes the decision from its toast. The toast has no room for an error, so an error opens another toast. */
async function undoNow(decided: AccessRequest): Promise<void> {
  try {
    await undoApproval(decided);
  } catch (error) {
    showToast({ text: refusalText(error), tone: 'no' });
  }
}

/** Returns the parts of the decision that grant less than was requested. */
function lessOf(request: AccessRequest, gives: Less['gives'], seconds: number): Less {
  return {
    ...(gives && gives.id !== request.asks.id && { gives }),
    ...(seconds !== request.seconds && { seconds }),
  };
}

/**
 * Returns the duration for the plan, in seconds. A chosen expiry is rounded up to a multiple of five minutes. Otherwise
 * each tick of the clock would fetch the plan again.
 */
function planned({ seconds, until }: Length): number {
  return until === undefined ? seconds : Math.max(60, Math.ceil(seconds / 300) * 300);
}

function approvedText(decided: AccessRequest, length: Length): string {
  const now = new Date();
  const { user, decision, asks, steps } = decided;
  if (decided.state === 'pending') {
    const missing = steps.reduce((sum, { needed, given }) => sum + Math.max(0, needed - given), 0);
    return stepWords.stepApproved(stepWords.stillNeeded(missing));
  }
  const end = decision?.ends ? new Date(decision.ends) : new Date(now.getTime() + length.seconds * 1000);
  const until = untilText(end, now);
  const may = mayText(decision?.gives ?? asks);
  return words.approved(lengthPhrase(length, now), firstName(user.name), may, until);
}

function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name;
}

type Choice = RequestPlan['choices'][number];

/** Chooses what to grant: everything that was requested, or a part of it. */
function GivesField({
  request,
  choices,
  chosen,
  onChange,
}: {
  request: AccessRequest;
  /** The choices that the plan offers; undefined until it has loaded. */
  choices: readonly Choice[] | undefined;
  chosen: Draft['gives'];
  onChange: (changes: Draft) => void;
}): ReactNode {
  const { asks } = request;
  const known = choices ?? [asks];
  const value = known.find(({ kind, id }) => kind === chosen?.kind && id === chosen.id) ?? asks;
  const hint =
    value.id !== asks.id
      ? words.lessThanAsked(askedText(asks))
      : known.length > 1
        ? words.everythingAsked
        : words.nothingLess;
  return (
    <Select
      label={words.gives}
      options={known.map((choice) => ({
        id: `${choice.kind} ${choice.id}`,
        label: choice.name,
        detail: choice.title === '' ? undefined : choice.title,
        icon: choice.kind === 'role' ? IdCardIcon : KeyRoundIcon,
        mono: choice.kind === 'permission',
      }))}
      value={`${value.kind} ${value.id}`}
      onChange={(key) => {
        const next = known.find(({ kind, id }) => `${kind} ${id}` === key);
        if (next) onChange({ gives: next.id === asks.id ? undefined : { kind: next.kind, id: next.id } });
      }}
      hint={hint}
    />
  );
}

const OVERTAKEN: ReadonlySet<string> = new Set(['version_conflict', 'wrong_state', 'not_your_step', 'voted_already']);

/** Whether the server refused because the request was decided or withdrawn meanwhile. */
export const isOvertaken = (error: unknown): boolean => OVERTAKEN.has(asProblem(error).code ?? '');

/** The server's reason, in one sentence. */
export function refusalText(error: unknown): string {
  const { title, detail } = asProblem(error);
  return detail ?? title;
}

/** The effects of an approval: what the user gains, until when, and what does not change. */
export function PlanView({ request, plan, end }: { request: AccessRequest; plan: RequestPlan; end: Date }): ReactNode {
  const { user, application } = request;
  const { everything, permissions, roles } = plan.gains;
  const gained = everything || permissions.length > 0 || roles.length > 0;
  return (
    <section aria-live="polite">
      <div className="section-head">
        <h3>{words.changes}</h3>
        {gained && <span className="number">{words.changesCount}</span>}
      </div>
      <Effects
        effects={[
          {
            id: 'gains',
            kind: gained ? 'gain' : 'same',
            what: gained ? <Gain request={request} plan={plan} /> : words.gainsNothing,
            names: gained ? undefined : words.gainsNothingText(user.name),
            word: <Ends end={end} />,
          },
          {
            id: 'keeps',
            kind: 'same',
            what: <span className="text-muted">{words.stays(plan.keeps.permissions, application.name)}</span>,
          },
        ]}
      />
      {plan.stillNeeded > 0 && (
        <p className="text-muted small request-after">{stepWords.stillNeeded(plan.stillNeeded)}</p>
      )}
    </section>
  );
}

/** The expiry, in amber within a week. Colour and text use the same clock, so they never disagree. */
function Ends({ end }: { end: Date }): ReactNode {
  const now = useNow();
  const soon = end.getTime() - now.getTime() <= ENDING_SOON_MS;
  return (
    <span className={soon ? 'status tone-ending' : 'status'}>
      {soon && <EndsIcon />}
      {words.ends} <Time at={end} shown={relativeTime(end, now)} />
    </span>
  );
}

/** The placeholder of the plan, with the same size. */
function PlanSkeleton(): ReactNode {
  return (
    <section aria-busy="true">
      <div className="section-head">
        <h3>{words.changes}</h3>
      </div>
      <ul className="effects">
        {[260, 200].map((width) => (
          <li key={width}>
            <Skeleton width={20} />
            <Skeleton width={width} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Gain({ request, plan }: { request: AccessRequest; plan: RequestPlan }): ReactNode {
  const { gives, gains } = plan;
  const isPermission = gives.kind === 'permission';
  const steps: PathStep[] = [
    { kind: 'person', label: request.user.name },
    isPermission ? { kind: 'alone' } : { kind: 'role', label: gives.name },
  ];
  if (isPermission) steps.push({ kind: 'permission', label: gives.name, state: 'yes' });
  const included = gains.roles.filter(({ id }) => id !== gives.id);
  return (
    <>
      {/* The label of the line has the same meaning for screen readers. */}
      <VisuallyHidden>{words.gains} </VisuallyHidden>
      <Path steps={steps} />
      <p className="names">{words.signsInAs(request.user.name, request.user.detail ?? request.user.id)}</p>
      {gains.everything && (
        <div className="request-permissions">
          <Callout icon={IdCardIcon}>
            <b>{words.everything(request.application.name)}</b> {words.everythingText}
          </Callout>
        </div>
      )}
      {included.length > 0 && <p className="names">{words.withRoles(included.map(({ name }) => name))}</p>}
      {!isPermission && !gains.everything && <Gained names={gains.permissions.map(({ name }) => name)} />}
    </>
  );
}

const SHOWN = 12;

function Gained({ names }: { names: readonly string[] }): ReactNode {
  const [all, setAll] = useState(false);
  const shown = all ? names : names.slice(0, SHOWN);
  return (
    <div className="identifiers request-permissions">
      {shown.map((name) => (
        <code key={name}>{name}</code>
      ))}
      {shown.length < names.length && (
        <button type="button" className="link small" onClick={() => setAll(true)}>
          {words.more(names.length - shown.length)}
        </button>
      )}
    </div>
  );
}
