import type { AccessRequest } from '@licet/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AskedFor } from '../../../blocks/asks.tsx';
import { say } from '../../../blocks/say.tsx';
import { totalOf } from '../../../blocks/use-list.ts';
import { client } from '../../../session/client.ts';
import { PlainLink, TextLink } from '../../../ui/links.tsx';
import { Section } from '../../../ui/section.tsx';
import { ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import { Time } from '../../../ui/time.tsx';
import { Avatar } from '../../../ui/who.tsx';
import type { TabProps } from '../application-tab.ts';
import { waitingWords as words } from './words.ts';

const SHOWN = 3;

/** The first requests for access in an application that wait for the viewer, oldest first. */
export const waitingQuery = (application: string) =>
  queryOptions({
    queryKey: ['applications', application, 'waiting'],
    queryFn: ({ signal }) =>
      client.requests.list({ query: { view: 'waiting', application, sort: 'asked', limit: SHOWN }, signal }),
  });

/** The open reviews of an application with lines for the viewer. */
export const openReviewsQuery = (application: string) =>
  queryOptions({
    queryKey: ['applications', application, 'open reviews'],
    queryFn: ({ signal }) =>
      client.reviews.list({ query: { view: 'mine', state: 'open', application, limit: 1 }, signal }),
  });

/** The requests that wait for the viewer's decision. */
export function WaitingRequests({ application }: TabProps): ReactNode {
  const { data, error, refetch } = useQuery(waitingQuery(application.id));
  return (
    <Section
      title={words.title}
      n={data && data.items.length > 0 ? totalOf(data) : undefined}
      end={
        <TextLink to="/inbox" search={{ view: 'waiting' }} className="small">
          {words.all}
        </TextLink>
      }
    >
      {error && !data ? (
        <ErrorState small error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonLines lines={1} />
      ) : data.items.length === 0 ? (
        <p className="text-faint">{words.nothing}</p>
      ) : (
        <div className="lines">
          {data.items.map((request) => (
            <RequestLine key={request.id} request={request} />
          ))}
        </div>
      )}
    </Section>
  );
}

function RequestLine({ request: { id, user, asks, askedAt } }: { request: AccessRequest }): ReactNode {
  return (
    <PlainLink to="/inbox" search={{ view: 'waiting', request: id }}>
      <Avatar name={user.name} />
      <span className="grow">{say(words.asksFor, { who: <b>{user.name}</b>, what: <AskedFor asks={asks} /> })}</span>
      <span className="text-faint small nowrap">
        <Time at={askedAt} />
      </span>
    </PlainLink>
  );
}
