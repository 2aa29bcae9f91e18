'use client';

import type { AccessRequest } from '@licet/client';
import { type ReactNode, useState } from 'react';
import { AskForm } from './ask-form.tsx';
import { ClockIcon, NoIcon, YesIcon } from './icons.tsx';
import type { Refusal } from './use-refusal.ts';
import { ago, deciding, holds, lasting, moment } from './words.ts';

/** What became of the person's request, or the form that makes one; nothing where nobody takes requests. */
export const RequestPart = ({ refusal }: { readonly refusal: Refusal }): ReactNode => {
  const { explains, decision, error, loading, request, now } = refusal;
  const [again, setAgain] = useState('');
  if (!explains) return null;
  if (error && !decision && refusal.kind === 'permission')
    return (
      <div className="part stack">
        <p className="error" role="alert">
          {error.message}
        </p>
        <div className="row">
          <button className="btn" type="button" onClick={refusal.reload}>
            Try again
          </button>
        </div>
      </div>
    );
  if (loading && !decision)
    return (
      <div className="part stack">
        <span className="bar tall" />
        <span className="bar tall" />
      </div>
    );
  if (decision && !decision.permission.known) return null;
  if (request?.state === 'pending') return <Waiting refusal={refusal} request={request} />;
  if (request && holds(request, now)) return <Arriving request={request} now={now} />;
  if (request?.state === 'denied' && again !== request.id)
    return <Refused request={request} now={now} onAgain={() => setAgain(request.id)} />;
  return <AskForm name={refusal.name} decision={decision} onAsk={refusal.ask} />;
};

const Waiting = ({ refusal, request }: { readonly refusal: Refusal; readonly request: AccessRequest }): ReactNode => {
  const { decision, now } = refusal;
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const withdraw = async () => {
    if (busy) return;
    setBusy(true);
    try {
      await refusal.withdraw(request);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  return (
    <div className="part stack">
      <div className="head" role="status">
        <ClockIcon />
        <div>
          <b>
            Asked {ago(request.askedAt, now)}, for {lasting(request.seconds)}
          </b>
          <p>
            {decision ? deciding(decision) : 'It waits for a decision'}. The answer appears here; you may go on
            meanwhile.
          </p>
        </div>
      </div>
      <p className="said">
        <q>{request.reason}</q>
      </p>
      {problem !== '' && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      <div className="row">
        <button className="btn" type="button" onClick={withdraw} aria-disabled={busy || undefined}>
          Withdraw the request
        </button>
      </div>
    </div>
  );
};

const Refused = (props: {
  readonly request: AccessRequest;
  readonly now: number;
  readonly onAgain: () => void;
}): ReactNode => {
  const { decision } = props.request;
  return (
    <div className="part stack">
      <div className="head" role="status">
        <NoIcon />
        <div>
          <b>
            {decision?.by?.name ?? 'Somebody'} refused your request
            {decision ? ` ${ago(decision.at, props.now)}` : ''}
          </b>
        </div>
      </div>
      {decision && decision.note !== '' && (
        <p className="said no">
          <q>{decision.note}</q>
        </p>
      )}
      <div className="row">
        <button className="btn" type="button" onClick={props.onAgain}>
          Ask again
        </button>
      </div>
    </div>
  );
};

const Arriving = ({ request, now }: { readonly request: AccessRequest; readonly now: number }): ReactNode => {
  const { decision } = request;
  return (
    <div className="part head" role="status">
      <YesIcon />
      <div>
        <b>
          {decision?.by?.name ?? 'Somebody'} approved it
          {decision?.ends == null ? '' : `, until ${moment(decision.ends, now)}`}
        </b>
        {decision && decision.note !== '' && (
          <p>
            <q>{decision.note}</q>
          </p>
        )}
        <p>Your access is on its way to this page.</p>
      </div>
    </div>
  );
};
