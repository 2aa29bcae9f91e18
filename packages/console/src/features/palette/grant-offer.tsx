import type { PrincipalRef } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useApplicationName } from '../../blocks/chips.tsx';
import { untilText } from '../../blocks/durations.ts';
import type { FoundOption } from '../../blocks/find.ts';
import { periodText, takeBack } from '../../blocks/new-grants/granted.ts';
import { endFirst, endOf } from '../../blocks/new-grants/periods.ts';
import { formWords } from '../../blocks/new-grants/words.ts';
import { idleWords, PlanEffects } from '../../blocks/plan-effects/plan-effects.tsx';
import { type AskedPlan, type PlannedChanges, unplanned, usePlan } from '../../blocks/plan-effects/use-plan.ts';
import { rolePolicyQuery } from '../../blocks/roles.ts';
import { say } from '../../blocks/say.tsx';
import { useUndo } from '../../blocks/undo.ts';
import { useRefresh } from '../../blocks/use-action.ts';
import { client } from '../../session/client.ts';
import { Spinner } from '../../ui/icon.tsx';
import { ClockIcon } from '../../ui/icons.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { OptionPicture } from '../../ui/option-list.tsx';
import { asProblem, type Problem } from '../../ui/problem.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { showToast } from '../../ui/toast.tsx';
import { AppSquare } from '../../ui/who.tsx';
import type { Candidates } from './understand.ts';
import { sentenceWords as words } from './words.ts';

/** A grant as the palette understood it. */
export interface Grantable {
  readonly holder: FoundOption;
  readonly gives: FoundOption & { readonly application: string };
  /** The end; null for no end, undefined if the sentence does not say. */
  readonly ends: Date | null | undefined;
  readonly reason: string;
  /** Whether several holders, or several roles or permissions, fit, and the user has yet to choose one. */
  readonly unsure: Candidates['tied'];
}

/** An offer to make a grant: what it changes, and whether it can be made. */
export interface GrantOffer extends Grantable {
  readonly ends: Date | null;
  readonly asked: AskedPlan;
  /** Why the grant cannot be made yet; undefined if it can. */
  readonly idle: string | undefined;
  readonly pending: boolean;
  readonly problem: Problem | undefined;
  /**
   * The URL of the form with the same holder and the same role or permission; omits those that the user has yet to
   * choose.
   */
  readonly form: string;
  readonly run: () => void;
}

/** Plans a grant, and makes it. */
export function useGrantOffer(grant: Grantable | undefined, onDone: () => void): GrantOffer | undefined {
  const { holder, gives } = grant ?? {};
  const role = gives?.kind === 'role' ? gives.id : undefined;
  const policyQuery = rolePolicyQuery(gives?.application ?? '', role ?? '');
  const { data: policy, isLoading } = useQuery({ ...policyQuery, enabled: role !== undefined });
  const refresh = useRefresh();
  const undoing = useUndo();
  const [pending, setPending] = useState(false);
  const busy = useRef(false);
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  const [failed, setFailed] = useState<{ of: Grantable; problem: Problem }>();
  const longest = policy?.longestSeconds;
  const key = `${holder?.id} ${gives?.id}`;
  // Compute the end once per sentence: a duration counts from then, not from each render.
  const ends = useMemo(() => {
    if (grant === undefined || key === '') return null;
    if (grant.ends !== undefined) return grant.ends;
    const begun = new Date();
    const { choice, on } = endFirst(longest, begun);
    return endOf(choice, on, begun) ?? null;
  }, [grant, key, longest]);
  const hasReason = grant !== undefined && grant.reason !== '';
  const changes = useMemo((): PlannedChanges => {
    if (!grant || isLoading) return unplanned;
    return [
      { call: 'grants.create', params: { application: grant.gives.application }, body: bodyOf(grant, ends, hasReason) },
    ];
  }, [grant, ends, hasReason, isLoading]);
  const asked = usePlan(changes, { held: pending });
  if (!grant) return undefined;
  const body = { ...bodyOf(grant, ends, false), reason: grant.reason };
  const needs = policy?.secondApprover
    ? words.needsSecond
    : policy?.reasonNeeded && grant.reason === ''
      ? words.needsReason
      : undefined;
  const isPlanned = !isLoading && !asked.asking && asked.plan !== undefined;
  const planned = isPlanned ? idleWords(asked, undefined) : asked.problem ? words.noPlan : words.asking;
  const idle = grant.unsure.holders || grant.unsure.gives ? words.several : (needs ?? planned);
  const make = async () => {
    busy.current = true;
    setPending(true);
    try {
      const made = await client.grants.create({ params: { application: grant.gives.application }, body });
      if (mounted.current) onDone();
      showToast({
        text: formWords.done(grant.holder.label, 1, grant.gives.label, periodText(body)),
        action: undoing({
          run: () => takeBack([made]),
          done: words.revoked(grant.holder.label, grant.gives.label),
        }),
      });
      await refresh();
    } catch (thrown) {
      const problem = asProblem(thrown);
      setFailed({ of: grant, problem });
      if (!mounted.current) showToast({ tone: 'no', text: problem.detail ?? problem.title });
    }
    busy.current = false;
    setPending(false);
  };
  return {
    ...grant,
    ends,
    asked,
    idle,
    pending,
    problem: failed?.of === grant ? failed.problem : undefined,
    form: formOf(grant),
    run: () => {
      // The grant is made only after its effects have been shown.
      if (!busy.current && idle === undefined) void make();
    },
  };
}

/** The body contains a placeholder for the reason. So the plan stays valid while the user types the reason. */
const bodyOf = ({ holder, gives }: Grantable, ends: Date | null, hasReason: boolean) => ({
  principal: { kind: holderKind(holder), id: holder.id },
  gives: { kind: gives.kind === 'role' ? ('role' as const) : ('permission' as const), id: gives.id },
  ends: ends?.toISOString() ?? null,
  ...(hasReason && { reason: '…' }),
});

const holderKind = ({ kind }: FoundOption): PrincipalRef['kind'] => (kind === 'group' ? 'group' : 'user');

function formOf({ holder, gives, unsure }: Grantable): string {
  const search = new URLSearchParams({
    tab: 'grants',
    add: '1',
    ...(!unsure.holders && { [holder.kind === 'group' ? 'toGroup' : 'to']: holder.id }),
    ...(!unsure.gives && { [gives.kind === 'role' ? 'role' : 'permission']: gives.id }),
  });
  return `/applications/${encodeURIComponent(gives.application)}?${search}`;
}

/** The sentence as it was understood, and what the grant changes. */
export function GrantSentence({ offer, id }: { offer: GrantOffer; id: string }): ReactNode {
  const { holder, gives, ends, reason, asked, problem } = offer;
  const application = useApplicationName(gives.application);
  const parts = {
    gives: <Part option={gives} />,
    app: (
      <span className="palette-part">
        <AppSquare name={application ?? gives.application} />
        <bdi>{application ?? gives.application}</bdi>
      </span>
    ),
    holder: <Part option={holder} />,
    end: (
      <span className="palette-part">
        <ClockIcon />
        {ends ? untilText(ends, new Date()) : words.noEnd}
      </span>
    ),
  };
  return (
    <div className="palette-offer" id={id}>
      <p className="palette-sentence">{say(ends ? words.grant : words.grantForEver, parts)}</p>
      {reason !== '' && <p className="palette-reason">{reason}</p>}
      <PlanEffects asked={asked} />
      {problem && <ProblemNote problem={problem} />}
    </div>
  );
}

function Part({ option }: { option: FoundOption }): ReactNode {
  return (
    <span className="palette-part">
      <OptionPicture option={option} />
      <bdi className={option.mono ? 'identifier' : undefined}>{option.label}</bdi>
      {option.kind === 'user' && (
        <span className="text-faint ellipsis" title={option.detail}>
          {option.detail}
        </span>
      )}
    </span>
  );
}

/** The option that makes the grant. */
export function GrantOption({ offer, option }: { offer: GrantOffer; option: object }): ReactNode {
  const { holder, gives, ends, idle, pending, asked } = offer;
  const waits = pending || asked.asking;
  const until = ends ? words.until(untilText(ends, new Date())) : words.noEnd;
  return (
    <div className="palette-option palette-do" {...option} aria-disabled={idle !== undefined}>
      {waits ? <Spinner label={words.asking} /> : <OptionPicture option={gives} />}
      <span className="grow">
        {words.action} <b>{gives.label}</b> <span className="visually-hidden">{holder.label}</span> {until}
      </span>
      <span className="end">{idle ?? words.canBeUndone}</span>
      {idle === undefined && <KeyHint hidden keys={['Enter']} />}
    </div>
  );
}
