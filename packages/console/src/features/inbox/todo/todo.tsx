import type { Inbox } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { useDraftLines } from '../../../blocks/draft/draft-button.tsx';
import { useAsOf } from '../../../session/as-of.ts';
import { formatNumber } from '../../../ui/format.ts';
import { CircleCheckIcon } from '../../../ui/icons.tsx';
import { isPhone } from '../../../ui/phone.ts';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { useNow } from '../../../ui/time.tsx';
import { type InboxAddress, keyIn, openedBy } from '../address.ts';
import { useInboxKeys } from '../keys.tsx';
import { GonePane, type PaneParts, PaneSkeleton } from '../pane.tsx';
import { inboxQuery } from '../queries.ts';
import { RequestPanel } from '../request-panel.tsx';
import { Back, InboxSplit, useFocusNext } from '../split.tsx';
import { TogetherPanel } from '../together-panel.tsx';
import { usePicked } from '../use-picked.ts';
import { EmergencyPane } from './emergency-pane.tsx';
import { EndingPane } from './ending-pane.tsx';
import { bandsOf, type InboxItem, itemsOf, nextOf, requestKey, sumOf, totalsOf } from './items.ts';
import { KindChips } from './kind-chips.tsx';
import { NothingToDo } from './nothing-to-do.tsx';
import { DraftPane, SyncPane } from './other-panes.tsx';
import { type LineFilter, ReviewPane } from './review-pane.tsx';
import { TodoList, TodoListSkeleton } from './todo-list.tsx';
import { type Left, useLeft } from './use-left.ts';
import { emptyWords } from './words.ts';

interface TodoProps {
  address: InboxAddress;
  go: (address: InboxAddress, replace?: boolean) => void;
  /** The form for a new request, which takes the place of the pane. */
  asking: ReactNode;
}

/** The list of everything that waits for the viewer, with the open item beside it. */
export function Todo(props: TodoProps): ReactNode {
  const query = useQuery(inboxQuery);
  const panel = useRef<HTMLElement>(null);
  if (query.data) return <Loaded {...props} inbox={query.data} panel={panel} />;
  const { asking } = props;
  return (
    <InboxSplit panel={asking || (!query.error && <PaneSkeleton />)} listFirst={!asking}>
      <div className="body">
        {query.error ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : <TodoListSkeleton />}
      </div>
    </InboxSplit>
  );
}

interface LoadedProps extends TodoProps {
  inbox: Inbox;
  panel: RefObject<HTMLElement | null>;
}

function Loaded({ address, go, asking, inbox, panel }: LoadedProps): ReactNode {
  const now = useNow();
  const present = useAsOf() === undefined;
  const draft = useDraftLines();
  const left = useLeft();
  const everything = itemsOf(inbox, draft);
  // After the last item of a kind, show all kinds again.
  const only = everything.some(({ kind }) => kind === address.only) ? address.only : undefined;
  const bands = bandsOf(only === undefined ? everything : everything.filter(({ kind }) => kind === only), now);
  const items = bands.flatMap((band) => band.items);
  const totals = totalsOf(inbox, draft);
  const openKey = useOpenItem(address, items, left.of);
  const item = items.find(({ key }) => key === openKey) ?? everything.find(({ key }) => key === openKey);
  const focusNext = useFocusNext(panel, openKey);

  const show = (key: string | undefined, replace: boolean) => go({ view: 'waiting', only, ...openedBy(key) }, replace);
  const requests = items.flatMap((it) => (it.kind === 'request' ? [it.of] : []));
  const picked = usePicked(present ? requests : undefined);
  const together = picked.requests.length + picked.refused.size > 0 && !asking;
  const picks = picked.able.length > 1 && (only === 'request' || picked.requests.length > 0) ? picked : undefined;
  const { lookFirst } = useInboxKeys(
    asking ? undefined : together ? picked.requests.map(({ id }) => id).join() : openKey,
    (by) => {
      const next = items[items.findIndex(({ key }) => key === openKey) + by];
      if (!next) return;
      show(next.key, true);
      document.querySelector(`[data-item="${CSS.escape(next.key)}"]`)?.scrollIntoView({ block: 'nearest' });
    },
    () => item?.kind === 'request' && picked.able.length > 1 && picked.toggle(item.of.id),
  );
  const goOn = () => {
    focusNext();
    show(isPhone() ? undefined : nextOf(items, openKey, (key) => left.of(key) !== undefined)?.key, true);
  };
  const leave = (why: Left) => {
    if (item === undefined) return;
    const before = left.of(item.key);
    left.toggle(item.key, why);
    if (before === undefined) goOn();
  };
  if (items.length === 0 && openKey === undefined) {
    return (
      <InboxSplit panel={asking} listFirst={!asking}>
        <NothingToDo />
      </InboxSplit>
    );
  }
  // Access that ends is only a reminder and is counted separately, as in the navigation.
  const counted = items.filter(({ kind }) => (kind === 'ending') === (item?.kind === 'ending'));
  const total = formatNumber(counted.length);
  const place = counted.findIndex(({ key }) => key === openKey) + 1;
  const back = <Back search={{ view: 'waiting', only }} place={together ? 0 : place} total={total} />;
  const decided = () => {
    const before = openKey === undefined ? undefined : left.of(openKey);
    if (openKey !== undefined && before !== undefined) left.toggle(openKey, before);
    goOn();
  };
  const parts: PaneParts = { back, panel, onDecided: decided, onLater: () => leave('later') };
  return (
    <InboxSplit
      panel={
        asking ||
        (together ? (
          <TogetherPanel
            picked={picked}
            panel={panel}
            back={back}
            onDecided={() => {
              show(undefined, true);
              requestAnimationFrame(() => panel.current?.focus({ preventScroll: true }));
            }}
          />
        ) : (
          openKey !== undefined && (
            <ItemPane
              key={openKey}
              openKey={openKey}
              item={item}
              parts={parts}
              left={left.of(openKey) === 'ends'}
              onLetEnd={() => leave('ends')}
              onShown={lookFirst}
              onStay={() => keyIn(address) !== openKey && show(openKey, true)}
              filter={address.lines ?? 'all'}
              onFilter={(lines) =>
                go({ view: 'waiting', only, ...openedBy(openKey), lines: lines === 'all' ? undefined : lines }, true)
              }
            />
          )
        ))
      }
      listFirst={!asking && (together ? address.together === undefined : keyIn(address) === undefined)}
    >
      {items.length > 0 && (
        <KindChips totals={totals} value={only} onChange={(kind) => go({ view: 'waiting', only: kind }, true)} />
      )}
      <div className="body">
        {items.length === 0 && <EmptyState icon={CircleCheckIcon} title={emptyWords.title} />}
        <TodoList
          bands={bands}
          openKey={asking ? undefined : openKey}
          address={{ ...address, only }}
          left={left}
          picks={picks}
          onTogether={() => go({ view: 'waiting', only, together: '1' })}
          moreEndings={inbox.endings.total > inbox.endings.items.length}
          total={only === undefined ? sumOf(totals) : totals[only]}
        />
      </div>
    </InboxSplit>
  );
}

/**
 * The key of the open item: the one in the URL, or else the first of the list. An item that was opened as the first
 * stays open while the list contains it, so that no other item takes its place while the viewer decides.
 */
function useOpenItem(
  address: InboxAddress,
  items: readonly InboxItem[],
  leftOf: (key: string) => Left | undefined,
): string | undefined {
  const [first, setFirst] = useState<string>();
  const selected = items.some(({ key }) => key === first)
    ? first
    : (items.find(({ key }) => leftOf(key) === undefined) ?? items[0])?.key;
  if (selected !== first) setFirst(selected);
  return keyIn(address) ?? selected;
}

interface ItemPaneProps {
  openKey: string;
  /** Undefined if the item has left the list. */
  item: InboxItem | undefined;
  parts: PaneParts;
  /** Whether the viewer lets the access end. */
  left: boolean;
  onLetEnd: () => void;
  /** Keeps this item open when it leaves its list. */
  onStay: () => void;
  /** Called when a line of a review appears that the viewer did not go to. */
  onShown: () => void;
  /** The filter of a review's lines. */
  filter: LineFilter;
  onFilter: (filter: LineFilter) => void;
}

const REVIEW = 'review.';

/** The details of the open item. A request or review stays readable after it has left the list. */
function ItemPane(props: ItemPaneProps): ReactNode {
  const { openKey, item, parts, left, onLetEnd, onStay, onShown, filter, onFilter } = props;
  if (openKey.startsWith(requestKey('')))
    return (
      <RequestPanel
        id={openKey.slice(requestKey('').length)}
        row={item?.kind === 'request' ? item.of : undefined}
        {...parts}
        onStay={onStay}
      />
    );
  if (openKey.startsWith(REVIEW))
    return (
      <ReviewPane
        id={openKey.slice(REVIEW.length)}
        row={item?.kind === 'review' ? item.of : undefined}
        {...parts}
        onStay={onStay}
        onShown={onShown}
        filter={filter}
        onFilter={onFilter}
      />
    );
  switch (item?.kind) {
    case 'ending':
      return <EndingPane item={item} {...parts} left={left} onLetEnd={onLetEnd} />;
    case 'emergency':
      return <EmergencyPane item={item} {...parts} />;
    case 'sync':
      return <SyncPane item={item} {...parts} />;
    case 'draft':
      return <DraftPane item={item} {...parts} />;
    default:
      return <GonePane {...parts} />;
  }
}
