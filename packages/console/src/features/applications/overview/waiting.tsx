import type { AccessRequest, Review } from '@licet/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { asksText } from '../../../blocks/asks.tsx';
import { say } from '../../../blocks/say.tsx';
import { countText } from '../../../blocks/use-list.ts';
import { client } from '../../../session/client.ts';
import { ClipboardCheckIcon } from '../../../ui/icons.tsx';
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
      client.reviews.list({ query: { view: 'mine', state: 'open', application, limit: SHOWN }, signal }),
  });

/** The requests and reviews that wait for the viewer's decision: those that the figure above counts. */
export function WaitingHere({ application }: TabProps): ReactNode {
  const requests = useQuery(waitingQuery(application.id));
  const reviews = useQuery(openReviewsQuery(application.id));
  const error = requests.error ?? reviews.error;
  const data = requests.data && reviews.data && { requests: requests.data, reviews: reviews.data };
  const total = data && data.requests.total + data.reviews.total;
  return (
    <Section
      title={words.title}
      n={total ? countText(total) : undefined}
      end={
        <TextLink to="/inbox" search={{ view: 'waiting' }} className="small">
          {words.all}
        </TextLink>
      }
    >
      {error && !data ? (
        <ErrorState small error={error} onRetry={() => void Promise.all([requests.refetch(), reviews.refetch()])} />
      ) : data === undefined ? (
        <SkeletonLines lines={1} />
      ) : total === 0 ? (
        <p className="text-faint">{words.nothing}</p>
      ) : (
        <div className="lines">
          {data.requests.items.map((request) => (
            <RequestLine key={request.id} request={request} />
          ))}
          {data.reviews.items.map((review) => (
            <ReviewLine key={review.id} review={review} />
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
      <span className="grow">{say(words.asks, { who: <b>{user.name}</b>, what: asksText(asks) })}</span>
      <span className="text-faint small nowrap">
        <Time at={askedAt} />
      </span>
    </PlainLink>
  );
}

function ReviewLine({ review: { id, name, mine, endsAt } }: { review: Review }): ReactNode {
  return (
    <PlainLink to="/inbox" search={{ view: 'waiting', open: `review.${id}` }}>
      <ClipboardCheckIcon />
      <span className="grow">
        <b className="ellipsis block">{words.review(name)}</b>
        <span className="text-faint small block">{words.decided(mine.lines - mine.waiting, mine.lines)}</span>
      </span>
      <span className="text-faint small nowrap">
        {words.due} <Time at={endsAt} />
      </span>
    </PlainLink>
  );
}
