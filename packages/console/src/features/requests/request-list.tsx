import type { AccessRequest } from '@licet/contract';
import type { ReactNode } from 'react';
import { AskedName } from '../../blocks/asks.tsx';
import { shortLength } from '../../blocks/durations.ts';
import { RequestState } from '../../blocks/request-state.tsx';
import { PlainLink } from '../../ui/links.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { AppSquare, Avatar } from '../../ui/who.tsx';
import type { View } from './address.ts';
import { words } from './words.ts';

export interface RequestListProps {
  view: View;
  rows: readonly AccessRequest[];
  /** The id of the request that is shown beside. */
  shown: string | undefined;
}

/** The requests of one list, a link each: who, what, where, for how long, when. */
export function RequestList({ view, rows, shown }: RequestListProps): ReactNode {
  return (
    <ul className="rq-list" aria-label={words.lists[view]}>
      {rows.map((request) => (
        <li key={request.id}>
          <PlainLink
            to="/requests"
            search={{ view, request: request.id }}
            activeProps={{}}
            activeOptions={{ exact: true }}
            aria-current={request.id === shown ? 'true' : undefined}
            data-request={request.id}
          >
            {view === 'mine' ? (
              <AppSquare name={request.application.name} />
            ) : (
              <Avatar name={request.user.name} size="m" />
            )}
            <RequestText view={view} request={request} />
          </PlainLink>
        </li>
      ))}
    </ul>
  );
}

/** The list while it loads, in the shape of its lines. */
export function RequestListSkeleton(): ReactNode {
  return (
    <div className="rq-list" role="status" aria-busy="true" aria-label={words.title}>
      {[96, 128, 84, 112].map((width) => (
        <div key={width} className="rq-line">
          <Skeleton round />
          <span className="grow">
            <Skeleton width={width} />
            <Skeleton width={width + 30} />
            <Skeleton width={width - 20} />
          </span>
        </div>
      ))}
    </div>
  );
}

function RequestText({ view, request }: { view: View; request: AccessRequest }): ReactNode {
  const { user, application, asks, seconds, state, askedAt, decision } = request;
  const where = `${application.name}, ${words.forLong(shortLength(seconds))}`;
  return (
    <span className="grow">
      <span className="rq-first">
        <b className="cut">{view === 'mine' ? <AskedName asks={asks} /> : user.name}</b>
        <span className="t3 small nowrap push">
          <Time at={view === 'decided' ? (decision?.at ?? askedAt) : askedAt} />
        </span>
      </span>
      {view !== 'mine' && (
        <>
          <span className="rq-what t3 small">{user.detail}</span>
          <span className="rq-what">
            <AskedName asks={asks} />
          </span>
        </>
      )}
      <span className="rq-last">
        <span className="t3 small cut">{where}</span>
        {view !== 'waiting' && (
          <span className="small push">
            <RequestState state={state} />
          </span>
        )}
      </span>
    </span>
  );
}
