import type { AccessRequest } from '@licet/contract';
import type { ReactNode } from 'react';
import { AskedName, RequestState } from '../../blocks/asks.tsx';
import { shortLength } from '../../blocks/durations.ts';
import { Checkbox } from '../../ui/choices.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ButtonLink, PlainLink } from '../../ui/links.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { AppSquare, Avatar } from '../../ui/who.tsx';
import type { View } from './address.ts';
import type { Picked } from './use-picked.ts';
import { togetherWords, words } from './words.ts';
import './inbox.css';
import { ShowMore, type ShowMoreProps } from '../../blocks/show-more.tsx';
import { useAsOf } from '../../session/as-of.ts';
import { Button } from '../../ui/button.tsx';
import { InboxIcon } from '../../ui/icon.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';

export interface RequestListProps {
  view: View;
  rows: readonly AccessRequest[];
  /** The id of the open request. */
  openId: string | undefined;
  /** The selection; undefined in lists without decisions. */
  picked?: Picked | undefined;
}

/**
 * The requests of one list, each a link: user, what is requested, where, for how long, when. The viewer can select the
 * requests that they may decide.
 */
export function RequestList({ view, rows, openId, picked }: RequestListProps): ReactNode {
  const picks = picked !== undefined && picked.able.length > 1 ? picked : undefined;
  return (
    <ul className={classNames('request-list', picks && 'picks')} aria-label={words.lists[view]}>
      {rows.map((request) => (
        <li key={request.id}>
          {picks?.able.includes(request) && (
            <Checkbox
              className="request-pick"
              label={togetherWords.pick(request.user.name)}
              hideLabel
              checked={picks.has(request.id)}
              onClick={(event) => {
                if (!event.shiftKey) return;
                event.preventDefault();
                picks.toggle(request.id, true);
              }}
              onChange={() => picks.toggle(request.id)}
            />
          )}
          <PlainLink
            to="/inbox"
            search={{ view, request: request.id }}
            activeProps={{}}
            activeOptions={{ exact: true }}
            aria-current={request.id === openId ? 'true' : undefined}
            data-request={request.id}
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

function RequestText({ view, request }: { view: View; request: AccessRequest }): ReactNode {
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
        {view !== 'waiting' && (
          <span className="small push-end">
            <RequestState state={state} />
          </span>
        )}
      </span>
    </span>
  );
}

export interface RequestsBodyProps {
  view: View | undefined;
  query: ShowMoreProps['query'] & { error: unknown; refetch: () => unknown };
  rows: readonly AccessRequest[] | undefined;
  openId: string | undefined;
  picked: Picked | undefined;
  /** On a phone: opens the panel of the selected requests. */
  onTogether: () => void;
}

/** The content of the list: loading, failed, empty, or the requests. */
export function RequestsBody(props: RequestsBodyProps): ReactNode {
  return <div className="body">{contentOf(props)}</div>;
}

function contentOf({ view, query, rows, openId, picked, onTogether }: RequestsBodyProps): ReactNode {
  if (query.error && rows === undefined) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (view === undefined || rows === undefined) return <RequestListSkeleton />;
  if (rows.length === 0) return <Nothing view={view} />;
  return (
    <>
      {picked && picked.able.length > 1 && <Picking picked={picked} onTogether={onTogether} />}
      <RequestList view={view} rows={rows} openId={openId} picked={picked} />
      <ShowMore query={query} />
      {view === 'waiting' && <p className="text-faint small request-note">{words.lapses}</p>}
    </>
  );
}

/** Above the list: selects all requests, or shows how many are selected. */
function Picking({ picked, onTogether }: { picked: Picked; onTogether: () => void }): ReactNode {
  const { able, requests } = picked;
  const count = requests.length;
  return (
    <div className="request-picking">
      <Checkbox
        label={count === 0 ? togetherWords.pickAll : togetherWords.picked(count, able.length)}
        checked={count === able.length}
        mixed={count > 0 && count < able.length}
        onChange={(all) => picked.set(all ? able.map(({ id }) => id) : [])}
      />
      {count === 0 ? (
        <span className="hide-on-phone push-end">
          <KeyHint keys={['X']}>{togetherWords.pickKey}</KeyHint>
        </span>
      ) : (
        <span className="only-on-phone push-end">
          <Button small onClick={onTogether}>
            {togetherWords.open}
          </Button>
        </span>
      )}
    </div>
  );
}

function Nothing({ view }: { view: View }): ReactNode {
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
