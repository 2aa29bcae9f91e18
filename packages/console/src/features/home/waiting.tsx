import type { AccessRequest, Home } from '@licet/contract';
import type { ReactNode } from 'react';
import { AskedFor } from '../../blocks/asks.tsx';
import { formatNumber } from '../../ui/format.ts';
import { ChevronRightIcon } from '../../ui/icons.tsx';
import { PlainLink, TextLink } from '../../ui/links.tsx';
import { Section } from '../../ui/section.tsx';
import { Time } from '../../ui/time.tsx';
import { Avatar } from '../../ui/who.tsx';
import { words } from './words.ts';

/** Requests that wait for my decision: who asks for what, and why. */
export function Waiting({ waiting: { items, total } }: { waiting: Home['waiting'] }): ReactNode {
  if (items.length === 0) return null;
  return (
    <Section
      title={words.waiting}
      n={formatNumber(total)}
      end={
        <TextLink to="/requests" search={{ view: 'waiting' }} className="small">
          {words.allRequests}
        </TextLink>
      }
    >
      <div className="lines">
        {items.map((request) => (
          <WaitingLine key={request.id} request={request} />
        ))}
      </div>
    </Section>
  );
}

function WaitingLine({ request }: { request: AccessRequest }): ReactNode {
  const { id, user, asks, application, reason, askedAt } = request;
  return (
    <PlainLink to="/requests" search={{ view: 'waiting', request: id }}>
      <Avatar name={user.name} size="medium" />
      <span className="grow">
        <span className="block">
          <b>{user.name}</b> {words.asksFor} <AskedFor asks={asks} /> {words.inApplication(application.name)}
        </span>
        <span className="text-faint small ellipsis block">{user.detail}</span>
        <span className="text-faint small ellipsis block">{words.quoted(reason)}</span>
      </span>
      <span className="text-muted small nowrap">
        <Time at={askedAt} />
      </span>
      <ChevronRightIcon className="hide-on-phone" />
    </PlainLink>
  );
}
