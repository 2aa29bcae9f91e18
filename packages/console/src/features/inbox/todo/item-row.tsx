import type { AccessRequest } from '@licet/contract';
import type { ReactNode } from 'react';
import { asksText } from '../../../blocks/asks.tsx';
import { ApplicationName } from '../../../blocks/chips.tsx';
import { shortLength } from '../../../blocks/durations.ts';
import { endingText } from '../../../blocks/endings.ts';
import { recordedText } from '../../../blocks/recorded.ts';
import { Checkbox } from '../../../ui/choices.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EndsIcon, type IconType, RefreshCwIcon } from '../../../ui/icon.tsx';
import { ClipboardCheckIcon, FileDiffIcon, ZapIcon } from '../../../ui/icons.tsx';
import { PlainLink } from '../../../ui/links.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { Time, useNow } from '../../../ui/time.tsx';
import { Avatar } from '../../../ui/who.tsx';
import { type InboxAddress, openedBy } from '../address.ts';
import type { Picked } from '../use-picked.ts';
import { words as requestWords, togetherWords } from '../words.ts';
import { leftText, waitedText } from './item-times.ts';
import type { Band, InboxItem } from './items.ts';
import type { Left } from './use-left.ts';
import { reviewPaneWords, todoWords as words } from './words.ts';
import '../../../ui/status.css';
import './todo.css';

export interface ItemRowProps {
  item: InboxItem;
  band: Band['name'];
  open: boolean;
  /** Whether the viewer passed over the item for later, or lets the access end. */
  left?: Left | undefined;
  /** The other parameters of the address. */
  address: InboxAddress;
  /** The selection, if checkboxes are shown. */
  picks?: Picked | undefined;
}

/** One item in two lines: its kind, a sentence, details, and how long it has waited or is left until its end. */
export function ItemRow({ item, band, open, left, address, picks }: ItemRowProps): ReactNode {
  return (
    <li className={classNames(left && 'left')}>
      {item.kind === 'request' && picks?.able.includes(item.of) && <Pick request={item.of} picks={picks} />}
      <PlainLink
        to="/inbox"
        search={{ view: 'waiting', only: address.only, ...openedBy(item.key) }}
        activeProps={{}}
        activeOptions={{ exact: true }}
        aria-current={open ? 'true' : undefined}
        data-item={item.key}
      >
        <Kind item={item} soon={band === 'soon'} />
        <span className="grow">
          <span className="item-first">
            <b className="ellipsis">{sentenceOf(item)}</b>
            <span className="text-faint small nowrap">
              <Moment item={item} band={band} />
            </span>
          </span>
          <span className="item-second text-faint small">
            <span className="ellipsis">
              {left ? `${left === 'ends' ? words.letEnd : words.later}, ` : ''}
              <Details item={item} />
            </span>
            {item.kind === 'review' && <Progress mine={item.of.mine} />}
          </span>
        </span>
      </PlainLink>
    </li>
  );
}

function Pick({ request: { id, user }, picks }: { request: AccessRequest; picks: Picked }): ReactNode {
  return (
    <Checkbox
      className="request-pick"
      label={togetherWords.pick(user.name)}
      hideLabel
      checked={picks.has(id)}
      onClick={(event) => {
        if (!event.shiftKey) return;
        event.preventDefault();
        picks.toggle(id, true);
      }}
      onChange={() => picks.toggle(id)}
    />
  );
}

const icons: Readonly<Record<Exclude<InboxItem['kind'], 'request'>, IconType>> = {
  ending: EndsIcon,
  review: ClipboardCheckIcon,
  draft: FileDiffIcon,
  emergency: ZapIcon,
  sync: RefreshCwIcon,
};

/** The picture of an item: the requester, or an icon of the kind. */
function Kind({ item, soon }: { item: InboxItem; soon: boolean }): ReactNode {
  if (item.kind === 'request') return <Avatar name={item.of.user.name} size="medium" />;
  const Icon = icons[item.kind];
  return (
    <span className={classNames('item-kind', soon && 'soon')}>
      <Icon />
    </span>
  );
}

/** The item as a sentence. */
export function sentenceOf(item: InboxItem): string {
  switch (item.kind) {
    case 'request':
      return words.asksFor(item.of.user.name, asksText(item.of.asks));
    case 'ending': {
      const { what, holder } = endingText(item.of);
      const sentence = item.of.kind === 'exception' ? words.exceptionEnds : words.endsFor;
      return sentence(what, recordedText(holder.name));
    }
    case 'review':
      return words.review(item.of.name);
    case 'draft':
      return words.draft(item.of[0]?.title ?? '');
    case 'emergency':
      return words.emergency(recordedText(item.of.user.name));
    case 'sync':
      return words.sync(item.of.connection.name, item.of.leaving);
  }
}

/** The second line. The username is shown because another user may have copied the name. */
function Details({ item }: { item: InboxItem }): ReactNode {
  switch (item.kind) {
    case 'request': {
      const { user, application, seconds } = item.of;
      return joined([user.detail, application.name, requestWords.forLong(shortLength(seconds))]);
    }
    case 'ending': {
      const { holder } = endingText(item.of);
      const reason = recordedText(item.of.kind === 'exception' ? item.of.exception.reason : item.of.grant.reason);
      return (
        <>
          {item.of.kind !== 'exception' && (
            <>
              <ApplicationName id={item.of.grant.application} />
              {(reason !== '' || holder.kind === 'user') && ', '}
            </>
          )}
          {reason === '' ? holder.kind === 'user' && holder.detail : reason}
        </>
      );
    }
    case 'review':
      return (
        <>
          {words.due} <Time at={item.of.endsAt} />
        </>
      );
    case 'draft':
      return words.draftLines(item.of.length);
    case 'emergency':
      return joined([item.of.user.detail, item.of.application.name, item.of.role.name]);
    case 'sync':
      return words.syncOf(item.of.leaving, item.of.linked);
  }
}

const joined = (parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(', ');

/** The time at the end of the first line. */
function Moment({ item: { kind, at }, band }: { item: InboxItem; band: Band['name'] }): ReactNode {
  const now = useNow();
  if (at === undefined) return null;
  if (kind !== 'ending') return <Time at={at} shown={waitedText(at, now)} />;
  if (band === 'week') return <Time at={at} />;
  return (
    <span className="status tone-ending">
      <EndsIcon />
      <Time at={at} shown={leftText(at, now)} />
    </span>
  );
}

/** The viewer's own lines of a review. */
function Progress({ mine: { lines, waiting } }: { mine: { lines: number; waiting: number } }): ReactNode {
  const text = words.decidedOf(lines - waiting, lines);
  return (
    <span className="item-progress">
      <Meter label={reviewPaneWords.progress} value={lines - waiting} max={Math.max(lines, 1)} text={text} />
      <span className="nowrap">{text}</span>
    </span>
  );
}
