import type { Inbox } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { asksText } from '../../blocks/asks.tsx';
import { countText } from '../../blocks/use-list.ts';
import { type IconType, RefreshCwIcon } from '../../ui/icon.tsx';
import { ClipboardCheckIcon, ZapIcon } from '../../ui/icons.tsx';
import { PlainLink, TextLink } from '../../ui/links.tsx';
import { Section } from '../../ui/section.tsx';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { Avatar } from '../../ui/who.tsx';
import { waitingQuery } from './queries.ts';
import { waitingWords as words } from './words.ts';

/** A thing that waits for the viewer. */
export interface WaitingItem {
  /** The kind and the id, as in the address of the Inbox: `review.ID`. */
  readonly open: string;
  readonly at: string;
  readonly icon: IconType | undefined;
  /** The person whose picture is shown instead of an icon. */
  readonly who: string | undefined;
  readonly title: string;
  readonly text: ReactNode;
}

/** The waiting items, oldest first. */
export function waitingItems({ requests, reviews, emergencies, syncs }: Inbox): readonly WaitingItem[] {
  const items: WaitingItem[] = [
    ...requests.items.map(({ id, askedAt, user, asks, application }) => ({
      open: `request.${id}`,
      at: askedAt,
      icon: undefined,
      who: user.name,
      title: words.asks(user.name, asksText(asks)),
      text: [user.detail, application.name].filter(Boolean).join(', '),
    })),
    ...reviews.items.map(({ id, openedAt, name, mine, endsAt }) => ({
      open: `review.${id}`,
      at: openedAt,
      icon: ClipboardCheckIcon,
      who: undefined,
      title: words.review(name),
      text: (
        <>
          {words.left(mine.waiting, mine.lines)}, {words.due} <Time at={endsAt} />
        </>
      ),
    })),
    ...emergencies.items.map(({ id, at, user, role, application }) => ({
      open: `emergency.${id}`,
      at,
      icon: ZapIcon,
      who: undefined,
      title: words.emergency(user.name),
      text: [application.name, role.name].join(', '),
    })),
    ...syncs.items.map(({ connection, at, leaving, linked }) => ({
      open: `sync.${connection.id}`,
      at,
      icon: RefreshCwIcon,
      who: undefined,
      title: words.sync(connection.name, leaving),
      text: words.syncOf(leaving, linked),
    })),
  ];
  return items.toSorted((one, other) => one.at.localeCompare(other.at));
}

/** The first things that wait for the viewer, oldest first. */
export function WaitingLongest({ total, shown }: { total: number | undefined; shown: number }): ReactNode {
  const { data, error, refetch } = useQuery(waitingQuery);
  return (
    <Section
      title={words.title}
      end={
        total === undefined || total === 0 ? undefined : (
          <TextLink to="/inbox" search={{ view: 'waiting' }} className="small">
            {words.all(countText(total))}
          </TextLink>
        )
      }
    >
      {data ? (
        <WaitingItems items={waitingItems(data).slice(0, shown)} />
      ) : error ? (
        <ErrorState small error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={shown} />
      )}
    </Section>
  );
}

/** The lines of the waiting items. */
export function WaitingItems({ items }: { items: readonly WaitingItem[] }): ReactNode {
  if (items.length === 0) return <p className="text-faint">{words.nothing}</p>;
  return (
    <div className="lines">
      {items.map(({ open, at, icon: Icon, who, title, text }) => (
        <PlainLink key={open} to="/inbox" search={inboxSearch(open)}>
          {who === undefined ? Icon && <Icon /> : <Avatar name={who} size="medium" />}
          <span className="grow">
            <b className="ellipsis block" title={title}>
              {title}
            </b>
            <span className="text-faint small ellipsis block">{text}</span>
          </span>
          <span className="text-muted small nowrap">
            <Time at={at} />
          </span>
        </PlainLink>
      ))}
    </div>
  );
}

/** The Inbox addresses a request by its own parameter. */
const inboxSearch = (open: string) =>
  open.startsWith('request.')
    ? ({ view: 'waiting', request: open.slice('request.'.length) } as const)
    : ({ view: 'waiting', open } as const);
