import { type DirectoryConnection, limits, type SyncPlan, type SyncPlanned, type SyncRun } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { EffectsThen } from '../../blocks/plan-effects/effects-then.tsx';
import { words as planWords } from '../../blocks/plan-effects/words.ts';
import { useAction } from '../../blocks/use-action.ts';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { asProblem } from '../../ui/problem.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { ownSentence } from '../../ui/reasons/german.ts';
import { SkeletonLines } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { synchronise } from './follow-sync.ts';
import { syncPlanQuery, syncQuery } from './queries.ts';
import { ConnectionPart } from './shared-fields.tsx';
import { syncWords as words } from './sync-words.ts';
import './connections.css';
import { shownEmail } from '@licet/contract/shown-addresses';
import { formatList, formatNumber } from '../../ui/format.ts';
import { TextLink } from '../../ui/links.tsx';

/** The state of a directory's synchronisation, the planned changes, and the buttons that plan and start it. */
export function SyncSection({ connection }: { connection: DirectoryConnection }): ReactNode {
  const { id, version, enabled } = connection;
  const params = { connection: id };
  const state = useQuery(syncQuery(id));
  const [planned, setPlanned] = useState<{ of: number; plan: SyncPlanned }>();
  const [confirming, setConfirming] = useState<{ confirmation: string; count: number }>();
  const last = state.data?.run ?? null;
  const lastRun = { id: last?.id, read: async () => (await state.refetch()).data?.run };
  const plan = useAction(async () => setPlanned({ of: version, plan: await client.connections.planSync({ params }) }));
  const run = useAction(async () => {
    setPlanned(undefined);
    await synchronise(id, lastRun).finally(() => state.refetch());
  });
  const problem = plan.problem ?? (last?.state === 'failed' ? undefined : run.problem);
  const running = run.pending || last?.state === 'running';
  // The plan is valid only for the version for which it was computed.
  const shown = planned?.of === version ? planned.plan : undefined;
  return (
    <div className="sync-section">
      <ConnectionPart legend={words.title}>
        <p className="hint">{words.lead}</p>
        {state.error && <ProblemNote problem={asProblem(state.error)} />}
        {state.data && <Facts run={last} succeededAt={state.data.succeededAt} nextAt={state.data.nextAt} />}
        {running && <p role="status">{words.running(last?.state === 'running' ? last.read : 0)}</p>}
        {last?.state === 'failed' && (
          <Callout tone="no">
            <b>{words.failed}</b>
            <p>{last.problem === null ? '' : ownSentence(last.problem, last)}</p>
          </Callout>
        )}
        {last?.state === 'waiting' && last.plan?.confirmation && (
          <Callout tone="ending">
            <b>{words.waits(last.plan.leaving.count, last.plan.linked)}</b>
            <p>{words.waitsText}</p>
            <Button
              small
              onClick={() =>
                setConfirming({ confirmation: last.plan?.confirmation ?? '', count: last.plan?.leaving.count ?? 0 })
              }
            >
              {words.confirm(last.plan.leaving.count)}
            </Button>
          </Callout>
        )}
        {problem && <ProblemNote problem={problem} />}
        {enabled && (
          <div className="sync-buttons">
            <Button small pending={plan.pending} {...(running && { idle: words.runs })} onClick={plan.run}>
              {words.plan}
            </Button>
            <Button small pending={running} {...(plan.pending && { idle: words.reads })} onClick={run.run}>
              {words.run}
            </Button>
          </div>
        )}
        {shown ? (
          <SyncPlanView title={words.planned} plan={shown} />
        ) : (
          last?.plan && <SyncPlanView title={last.state === 'waiting' ? words.waiting : words.done} plan={last.plan} />
        )}
        {confirming && (
          <ConfirmRun
            {...confirming}
            connection={connection}
            run={() => synchronise(id, lastRun, confirming.confirmation)}
            onClose={() => setConfirming(undefined)}
          />
        )}
      </ConnectionPart>
    </div>
  );
}

interface ConfirmRunProps {
  connection: DirectoryConnection;
  count: number;
  run: () => Promise<void>;
  onClose: () => void;
}

/**
 * Confirms a run. Shows the access that users would gain and lose, which requires another read of the directory; the
 * button waits for it, because a server reads one directory at a time.
 */
function ConfirmRun({ connection: { id, name }, count, run, onClose }: ConfirmRunProps): ReactNode {
  const { data, error, refetch } = useQuery(syncPlanQuery(id));
  useEffect(() => {
    void refetch();
  }, [refetch]);
  return (
    <ConfirmDialog
      final
      title={words.confirmTitle(count, name)}
      action={words.confirmAction(count)}
      done={words.confirmed(name)}
      idle={data || error ? undefined : planWords.askingYet}
      onClose={onClose}
      run={run}
    >
      <p>{words.confirmText}</p>
      {error ? (
        <ProblemNote problem={asProblem(error)} />
      ) : data ? (
        <EffectsThen effects={data.effects} at={data.at} />
      ) : (
        <SkeletonLines lines={2} />
      )}
    </ConfirmDialog>
  );
}

interface FactsProps {
  run: SyncRun | null;
  succeededAt: string | null;
  nextAt: string | null;
}

const kinds = { running: 'scheduled', done: 'active', waiting: 'waiting', failed: 'no' } as const;

function Facts({ run, succeededAt, nextAt }: FactsProps): ReactNode {
  const who = run?.scheduled ? words.bySchedule : run?.by ? words.by(run.by.name) : words.byHand;
  return (
    <dl className="sync-facts">
      <dt>{words.lastRun}</dt>
      <dd>
        {run ? (
          <>
            <StatusTag kind={kinds[run.state]}>{words.states[run.state]}</StatusTag>{' '}
            <span className="text-muted">
              <Time at={run.startedAt} />, {who}
            </span>
          </>
        ) : (
          words.noRun
        )}
      </dd>
      {run && run.state !== 'done' && (
        <>
          <dt>{words.lastSuccess}</dt>
          <dd>
            <Time at={succeededAt} />
          </dd>
        </>
      )}
      <dt>{words.nextRun}</dt>
      <dd>
        <Time at={nextAt} empty={words.noSchedule} />
      </dd>
    </dl>
  );
}

interface SyncPlanViewProps {
  title: string;
  /** A plan also contains effects on access; the result of a finished run does not. */
  plan: SyncPlan | SyncPlanned;
}

/** The changes of a planned or finished synchronisation, with the users' names. */
function SyncPlanView({ title, plan }: SyncPlanViewProps): ReactNode {
  const { leaving, returning, changed, kept, leftOut } = plan;
  const counts = [leaving, returning, plan.new, changed, kept].map(({ count }) => count);
  const nothing = counts.every((count) => count === 0) && leftOut.length === 0;
  return (
    <div className="sync-plan">
      <b>{title}</b>
      <p className="hint">{words.found(plan.found, plan.linked)}</p>
      {nothing && <p>{words.nothing}</p>}
      {'effects' in plan && plan.confirmation !== null && <p>{words.willWait(leaving.count, plan.linked)}</p>}
      {!nothing && 'effects' in plan && (
        <>
          <b>{words.effects}</b>
          <EffectsThen effects={plan.effects} at={plan.at} />
        </>
      )}
      <Names title={words.leaving} count={leaving.count} tone="no">
        {leaving.items.map((it) => (
          <Person key={it.user.id} {...it} detail={leftBy(it)} />
        ))}
      </Names>
      <Names title={words.returning} count={returning.count} tone="yes">
        {returning.items.map((it) => (
          <Person key={it.user.id} {...it} />
        ))}
      </Names>
      <Names title={words.new} count={plan.new.count}>
        {plan.new.items.map(({ username, name, email }) => (
          <li key={username}>
            {name} <span className="text-muted">{email === null ? username : shownEmail(email)}</span>
          </li>
        ))}
      </Names>
      <Names title={words.changed} count={changed.count}>
        {changed.items.map((it) => (
          <Person key={it.user.id} {...it} detail={changesOf(it)} />
        ))}
      </Names>
      <Names title={words.kept} count={kept.count}>
        {kept.items.map((it) => (
          <Person key={it.user.id} {...it} detail={words.keptBecause[it.because]} />
        ))}
      </Names>
      <Names title={words.leftOut} count={leftOut.reduce((sum, { count }) => sum + count, 0)} whole>
        {leftOut.map(({ why, count, names, ...values }) => (
          <li key={why}>
            {ownSentence(why, values)}{' '}
            <span className="text-muted">
              {[...names, ...(count > names.length ? [words.more(count - names.length)] : [])].join(', ')}
            </span>
          </li>
        ))}
      </Names>
    </div>
  );
}

interface NamesProps {
  title: string;
  count: number;
  tone?: 'no' | 'yes';
  /** Hides the line with the number of further items. */
  whole?: boolean;
  children: ReactNode[];
}

/** One part of a plan; a long one is collapsed at first. */
function Names({ title, count, tone, whole, children }: NamesProps): ReactNode {
  if (count === 0) return null;
  const shown = children.slice(0, limits.syncShown.value);
  return (
    <details open={children.length <= openUpTo}>
      <summary>
        <span className={tone && `sync-${tone}`}>{title}</span> <span className="number">{formatNumber(count)}</span>
      </summary>
      <ul>
        {shown}
        {!whole && count > shown.length && <li className="text-muted">{words.more(count - shown.length)}</li>}
      </ul>
    </details>
  );
}

const openUpTo = 8;

function Person({ user, username, detail }: { user: { id: string; name: string }; username: string; detail?: string }) {
  return (
    <li>
      <TextLink to="/users/$user" params={{ user: user.id }}>
        {user.name}
      </TextLink>{' '}
      <span className="text-muted">{detail === undefined ? username : `${username}: ${detail}`}</span>
    </li>
  );
}

/** Returns why a user leaves, and which of the user's duties are left without an owner. */
const leftBy = ({ because, leavesBehind }: SyncPlan['leaving']['items'][number]): string => {
  const { applications = [], roles = [], reviews = [] } = leavesBehind ?? {};
  const parts = [
    words.because[because],
    ...(applications.length === 0 ? [] : [words.owns(formatList(applications))]),
    ...(roles.length === 0 ? [] : [words.decides(formatList(roles))]),
    ...(reviews.length === 0 ? [] : [words.reviews(formatList(reviews))]),
  ];
  return parts.join('; ');
};

const changesOf = ({ name, email, joins, leaves }: SyncPlan['changed']['items'][number]): string => {
  const parts = [
    ...(name === null ? [] : [words.named(name)]),
    ...(email === null ? [] : [words.addressed(shownEmail(email))]),
    ...(joins.length === 0 ? [] : [words.joins(formatList(joins))]),
    ...(leaves.length === 0 ? [] : [words.leaves(formatList(leaves))]),
  ];
  return parts.length === 0 ? words.verified : parts.join('; ');
};
