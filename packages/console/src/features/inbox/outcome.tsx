import type { AccessRequest } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AskedName, RequestState } from '../../blocks/asks.tsx';
import { lengthText } from '../../blocks/durations.ts';
import { GrantEnd } from '../../blocks/grants/grant-cells.tsx';
import { useMay } from '../../session/may.ts';
import { formatList } from '../../ui/format.ts';
import { TextLink } from '../../ui/links.tsx';
import { Facts } from '../../ui/section.tsx';
import { EndsAt, Time, useNow } from '../../ui/time.tsx';
import { grantQuery } from './queries.ts';
import { besideWords, stepWords, outcomeWords as words } from './words.ts';
import './inbox.css';
import { byActor } from '../../blocks/recorded.ts';
import { useAction } from '../../blocks/use-action.ts';
import { useAsOf } from '../../session/as-of.ts';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { showToast } from '../../ui/toast.tsx';

/** The outcome of a request: who decided and when, what was granted, and the current state of the grant. */
export function Outcome({ request }: { request: AccessRequest }): ReactNode {
  const { decision, state, seconds, asks } = request;
  const given = decision?.gives ?? asks;
  const length = decision?.seconds ?? seconds;
  const facts: (readonly [string, ReactNode])[] = [];
  if (state === 'approved') {
    facts.push([
      words.given,
      <span key="given">
        <AskedName asks={given} /> {given.id !== asks.id && <Less asked={<AskedName asks={asks} />} />}
      </span>,
    ]);
    facts.push([
      words.length,
      <span key="length">
        {lengthText(length)} {length !== seconds && <Less asked={lengthText(seconds)} />}
      </span>,
    ]);
    facts.push([words.ends, <End key="end" request={request} />]);
  }
  if (decision && decision.note !== '') {
    facts.push([state === 'denied' ? words.reason : words.note, <q key="note">{decision.note}</q>]);
  }
  if (decision?.undone) {
    facts.push([
      besideWords.takenBack,
      <span key="undone">
        {decision.undone.by && byActor(decision.undone.by.name)} <Time at={decision.undone.at} />
      </span>,
    ]);
  }
  if (request.votes.length > 1) {
    const votes = request.votes.map(({ by, for: whose, step }) =>
      whose ? stepWords.voteFor(by.name, whose.name, step) : stepWords.voteOf(by.name, step),
    );
    facts.push([stepWords.votes, formatList(votes)]);
  }
  return (
    <section>
      <div className="section-head">
        <h3>{words.title}</h3>
      </div>
      <p className="request-outcome">
        <RequestState state={state} chip />
        <span>
          {decision === null ? (
            state === 'expired' && whyEnded(request)
          ) : (
            <>
              <b>{decision.by?.name ?? words.operator}</b> <Time at={decision.at} />
            </>
          )}
        </span>
      </p>
      {facts.length > 0 && <Facts facts={facts} />}
      <UndoApproval request={request} />
      <Links request={request} />
    </section>
  );
}

/**
 * Why a request ended without a decision: nobody decided in time, the user left, or the role or permission was deleted.
 */
function whyEnded({ ended, user }: AccessRequest): ReactNode {
  if (!ended) return words.lapsed;
  return (
    <>
      {ended.because === 'left' ? words.left(user.name, byActor(ended.by)) : words.deleted(byActor(ended.by))}{' '}
      <Time at={ended.at} />
    </>
  );
}

function Less({ asked }: { asked: ReactNode }): ReactNode {
  return (
    <span className="text-faint small">
      ({asked} {words.wasAsked})
    </span>
  );
}

/** The expiry of the grant, and its state for viewers who may see grants. */
function End({ request }: { request: AccessRequest }): ReactNode {
  const { mayIn } = useMay();
  const now = useNow();
  const { decision, application } = request;
  const seen = decision?.grant !== null && mayIn('applications.read', application.id);
  const { data: grant } = useQuery({ ...grantQuery(request), enabled: seen });
  if (grant) return <GrantEnd grant={grant} />;
  if (decision?.ends && new Date(decision.ends) <= now) {
    return (
      <>
        {words.ended} <Time at={decision.ends} />
      </>
    );
  }
  return decision?.over ? words.takenAway : <EndsAt at={decision?.ends} />;
}

/** Links to related pages: the user, the grant, and the access at the time of the decision. */
function Links({ request }: { request: AccessRequest }): ReactNode {
  const { may, mayIn } = useMay();
  const { user, application, asks, decision, askedAt } = request;
  const given = decision?.gives ?? asks;
  const links: ReactNode[] = [];
  if (may('users.read'))
    links.push(
      <TextLink key="user" to="/users/$user" params={{ user: user.id }}>
        {user.name}
      </TextLink>,
    );
  if (decision?.grant && mayIn('applications.read', application.id))
    links.push(
      <TextLink
        key="grant"
        to="/applications/$application"
        params={{ application: application.id }}
        search={{ tab: 'grants', open: decision.grant }}
      >
        {words.grant}
      </TextLink>,
    );
  if (given.kind === 'permission' && mayIn('access.read', application.id))
    links.push(
      <TextLink
        key="explain"
        to="/explain"
        search={{
          ask: 'may',
          user: user.id,
          permission: given.name,
          application: application.id,
          at: decision?.at ?? askedAt,
        }}
      >
        {words.explain(user.name)}
      </TextLink>,
    );
  return links.length === 0 ? null : <p className="request-links">{links}</p>;
}

/** Undoes an approval, then shows a toast. The call fails if the request has changed since the viewer loaded it. */
export async function undoApproval({ id, version, user }: AccessRequest): Promise<void> {
  await client.requests.undo({ params: { request: id }, ifMatch: version });
  showToast({ text: besideWords.undone(user.name) });
}

/** A button that undoes an approval, shown while that is possible. */
function UndoApproval({ request }: { request: AccessRequest }): ReactNode {
  const undo = useAction(() => undoApproval(request));
  const now = useNow();
  const { undoUntil } = request;
  const asOf = useAsOf();
  if (undoUntil === null || asOf !== undefined || new Date(undoUntil) <= now) return null;
  return (
    <div className="request-links">
      <Button pending={undo.pending} onClick={undo.run}>
        {besideWords.undo}
      </Button>
      <span className="text-faint small">
        {besideWords.undoUntil} <Time at={undoUntil} />
      </span>
      {undo.problem && <ProblemNote problem={undo.problem} />}
    </div>
  );
}
