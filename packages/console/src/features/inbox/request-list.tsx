import type { AccessRequest } from '@licet/contract';
import type { ReactNode } from 'react';
import { AskedName, RequestState } from '../../blocks/asks.tsx';
import { shortLength } from '../../blocks/durations.ts';
import { ButtonLink, PlainLink } from '../../ui/links.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { AppSquare, Avatar } from '../../ui/who.tsx';
import type { View } from './address.ts';
import { requestKey } from './todo/items.ts';
import { words } from './words.ts';
import './inbox.css';
import { ShowMore, type ShowMoreProps } from '../../blocks/show-more.tsx';
import { useAsOf } from '../../session/as-of.ts';
import { InboxIcon } from '../../ui/icon.tsx';
import { PlusIcon } from '../../ui/icons.tsx';

/** The lists of requests other than the waiting ones: the viewer's own, and decided ones. */
export type RequestView = Exclude<View, 'waiting'>;

export interface RequestListProps {
  view: RequestView;
  rows: readonly AccessRequest[];
  /** The id of the open request. */
  openId: string | undefined;
}

/** The requests of one list, each a link: user, what is requested, where, for how long, when, and the outcome. */
export function RequestList({ view, rows, openId }: RequestListProps): ReactNode {
  return (
    <ul className="request-list" aria-label={words.lists[view]}>
      {rows.map((request) => (
        <li key={request.id}>
          <PlainLink
            to="/inbox"
            search={{ view, request: request.id }}
            activeProps={{}}
            activeOptions={{ exact: true }}
            aria-current={request.id === openId ? 'true' : undefined}
            data-item={requestKey(request.id)}
          >
            {view === 'mine' ? (
              <AppSquare name={request.application.name} />
            ) : (
              <Avatar name={request.user.name} size="medium" />
            )}
            <RequestText view={view} request={request} />
          </PlainLink>
        </li>
      ))}
    </ul>
  );
}

/** The placeholder of the list, with lines of the same shape. */
export function RequestListSkeleton(): ReactNode {
  return (
    <div className="request-list" role="status" aria-busy="true" aria-label={words.title}>
      {[96, 128, 84, 112].map((width) => (
        <div key={width} className="request-line">
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

function RequestText({ view, request }: { view: RequestView; request: AccessRequest }): ReactNode {
  const { user, application, asks, seconds, state, askedAt, decision } = request;
  const where = `${application.name}, ${words.forLong(shortLength(seconds))}`;
  return (
    <span className="grow">
      <span className="request-first">
        <b className="ellipsis">{view === 'mine' ? <AskedName asks={asks} /> : user.name}</b>
        <span className="text-faint small nowrap push-end">
          <Time at={view === 'decided' ? (decision?.at ?? askedAt) : askedAt} />
        </span>
      </span>
      {view !== 'mine' && (
        <>
          <span className="request-what text-faint small">{user.detail}</span>
          <span className="request-what">
            <AskedName asks={asks} />
          </span>
        </>
      )}
      <span className="request-last">
        <span className="text-faint small ellipsis">{where}</span>
        <span className="small push-end">
          <RequestState state={state} />
        </span>
      </span>
    </span>
  );
}

export interface RequestsBodyProps {
  view: RequestView;
  query: ShowMoreProps['query'] & { error: unknown; refetch: () => unknown };
  rows: readonly AccessRequest[] | undefined;
  openId: string | undefined;
}

/** The content of the list: loading, failed, empty, or the requests. */
export function RequestsBody(props: RequestsBodyProps): ReactNode {
  return <div className="body">{contentOf(props)}</div>;
}

function contentOf({ view, query, rows, openId }: RequestsBodyProps): ReactNode {
  if (query.error && rows === undefined) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (rows === undefined) return <RequestListSkeleton />;
  if (rows.length === 0) return <Nothing view={view} />;
  return (
    <>
      <RequestList view={view} rows={rows} openId={openId} />
      <ShowMore query={query} />
    </>
  );
}

function Nothing({ view }: { view: RequestView }): ReactNode {
  const { title, text } = words.empty[view];
  const now = useAsOf() === undefined;
  return (
    <EmptyState
      icon={InboxIcon}
      title={title}
      action={
        view === 'mine' && now ? (
          <ButtonLink icon={PlusIcon} to="/inbox" search={{ view, add: '1' }} activeProps={{}}>
            {words.askFirst}
          </ButtonLink>
        ) : undefined
      }
    >
      {text}
    </EmptyState>
  );
}
