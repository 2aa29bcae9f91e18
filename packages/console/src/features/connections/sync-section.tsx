import type { DirectoryConnection, SyncPlanned, SyncRun } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { EffectsThen } from '../../blocks/plan-effects/effects-then.tsx';
import { useAction } from '../../blocks/use-action.ts';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { asProblem } from '../../ui/problem.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { ownSentence } from '../../ui/reasons/own-sentence.ts';
import { SkeletonLines } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { ConnectionPart } from './connection-part.tsx';
import { syncPlanQuery, syncQuery } from './queries.ts';
import { SyncPlanView } from './sync-plan.tsx';
import { syncWords as words } from './sync-words.ts';
import './connections.css';

/** How the synchronisation with a directory stands, its plan by name, and the buttons that start it. */
export function SyncSection({ connection }: { connection: DirectoryConnection }): ReactNode {
  const { id, version, enabled } = connection;
  const params = { connection: id };
  const state = useQuery(syncQuery(id));
  const [planned, setPlanned] = useState<{ of: number; plan: SyncPlanned }>();
  const [confirming, setConfirming] = useState<{ confirmation: string; count: number }>();
  const plan = useAction(async () => setPlanned({ of: version, plan: await client.connections.planSync({ params }) }));
  const run = useAction(async () => {
    setPlanned(undefined);
    await client.connections.sync({ params, body: {} }).finally(() => state.refetch());
  });
  const last = state.data?.run ?? null;
  const problem = plan.problem ?? (last?.state === 'failed' ? undefined : run.problem);
  const running = run.pending || last?.state === 'running';
  // What was planned of it as it was before says nothing of it now.
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
            <Button small pending={plan.pending} onClick={plan.run}>
              {words.plan}
            </Button>
            <Button small pending={running} onClick={run.run}>
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
          <ConfirmDialog
            final
            title={words.confirmTitle(confirming.count, connection.name)}
            action={words.confirmAction(confirming.count)}
            done={words.confirmed(connection.name)}
            onClose={() => setConfirming(undefined)}
            run={() => client.connections.sync({ params, body: { confirmation: confirming.confirmation } })}
          >
            <p>{words.confirmText}</p>
            <EffectsBefore connection={id} />
          </ConfirmDialog>
        )}
      </ConnectionPart>
    </div>
  );
}

/** The access that users would gain and lose. Reads the directory once more. */
function EffectsBefore({ connection }: { connection: string }): ReactNode {
  const { data, error, refetch } = useQuery(syncPlanQuery(connection));
  useEffect(() => {
    void refetch();
  }, [refetch]);
  if (error) return <ProblemNote problem={asProblem(error)} />;
  if (data) return <EffectsThen effects={data.effects} at={data.at} />;
  return <SkeletonLines lines={2} />;
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
