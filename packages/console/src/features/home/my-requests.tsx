import type { AccessRequest } from '@licet/contract';
import { Fragment, type ReactNode } from 'react';
import { ApplicationSquare } from '../../blocks/application-square.tsx';
import { AskedName } from '../../blocks/asks.tsx';
import { lengthText } from '../../blocks/durations.ts';
import { RequestState } from '../../blocks/request-state.tsx';
import { PlainLink, TextLink } from '../../ui/links.tsx';
import { Section } from '../../ui/section.tsx';
import { EndsAt, Time, useNow } from '../../ui/time.tsx';
import { ENDING_SOON_MS } from '../../ui/time-words.ts';
import { words } from './words.ts';
import './home.css';

/** What I asked for: what waits, and what was decided lately. */
export function MyRequests({ requests }: { requests: readonly AccessRequest[] }): ReactNode {
  if (requests.length === 0) return null;
  return (
    <Section
      title={words.myRequests}
      n={requests.length}
      end={
        <TextLink to="/requests" search={{ view: 'mine' }} className="small">
          {words.allMine}
        </TextLink>
      }
    >
      <div className="lines">
        {requests.map((request) => (
          <Fragment key={request.id}>
            <MyRequest request={request} />
            <Renew request={request} requests={requests} />
          </Fragment>
        ))}
      </div>
    </Section>
  );
}

/** One click to the same wish, begun, while what was given ends within a week and nothing was asked to follow it. */
function Renew({ request, requests }: { request: AccessRequest; requests: readonly AccessRequest[] }): ReactNode {
  const now = useNow();
  const { application, decision, asks } = request;
  const left = decision?.ends ? new Date(decision.ends).getTime() - now.getTime() : 0;
  const followed = requests.some(({ renews }) => renews !== null && renews === decision?.grant);
  if (!decision?.grant || decision.over || followed || left <= 0 || left > ENDING_SOON_MS) return null;
  const given = decision.gives ?? asks;
  return (
    <TextLink
      to="/requests"
      search={{
        view: 'mine',
        add: '1',
        application: application.id,
        renews: decision.grant,
        ...(given.kind === 'role' ? { role: given.name } : { permission: given.name }),
      }}
      className="small"
    >
      {words.renew(given.title || given.name)}
    </TextLink>
  );
}

/** When it ends while it lasts, that it is gone, or when it was decided or asked. */
function Since({ request: { state, askedAt, decision } }: { request: AccessRequest }): ReactNode {
  if (state !== 'approved' || !decision?.ends) return <Time at={decision?.at ?? askedAt} />;
  return decision.over ? words.notHeld : <EndsAt at={decision.ends} />;
}

function MyRequest({ request }: { request: AccessRequest }): ReactNode {
  const { id, application, asks, seconds, state, decision } = request;
  return (
    <PlainLink to="/requests" search={{ view: 'mine', request: id }}>
      <ApplicationSquare application={application} />
      <span className="grow">
        <b>
          <AskedName asks={asks} />
        </b>
        <span className="text-faint small ellipsis block">
          {application.name}, {words.forLong(lengthText(decision?.seconds ?? seconds))}
          {decision && decision.note !== '' && `. ${words.quoted(decision.note)}`}
        </span>
      </span>
      <span className="my-request-end">
        <RequestState state={state} />
        <span className="small text-muted">
          <Since request={request} />
        </span>
      </span>
    </PlainLink>
  );
}
