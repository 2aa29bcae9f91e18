import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { totalOf } from '../../blocks/use-list.ts';
import type { InboxAddress } from './address.ts';
import { useInboxKeys } from './keys.tsx';
import { PaneSkeleton } from './pane.tsx';
import { requestsQuery } from './queries.ts';
import { RequestsBody, type RequestView } from './request-list.tsx';
import { RequestPanel } from './request-panel.tsx';
import { Back, InboxSplit } from './split.tsx';
import { requestKey } from './todo/items.ts';

interface RequestsProps {
  view: RequestView;
  address: InboxAddress;
  go: (address: InboxAddress, replace?: boolean) => void;
  /** The form for a new request, which takes the place of the details. */
  asking: ReactNode;
}

/** The viewer's own requests, or decided ones, with the open one beside the list. */
export function Requests({ view, address, go, asking }: RequestsProps): ReactNode {
  const query = useInfiniteQuery(requestsQuery(view));
  const rows = query.data?.pages.flatMap((page) => page.items);
  const openId = useOpenRequest(address, rows);
  const panel = useRef<HTMLElement>(null);
  const at = rows?.findIndex(({ id }) => id === openId) ?? -1;
  const open = (request: string | undefined) => go({ view, request }, true);
  useInboxKeys(asking ? undefined : openId, (by) => {
    const next = rows?.[at + by];
    if (!next) return;
    open(next.id);
    document.querySelector(`[data-item="${CSS.escape(requestKey(next.id))}"]`)?.scrollIntoView({ block: 'nearest' });
  });
  const total = query.data?.pages[0] ? totalOf(query.data.pages[0]) : '';
  return (
    <InboxSplit
      panel={
        asking ||
        (openId === undefined ? (
          rows === undefined && !query.error && <PaneSkeleton />
        ) : (
          <RequestPanel
            key={openId}
            id={openId}
            row={rows?.[at]}
            panel={panel}
            back={<Back search={{ view }} total={total} place={at + 1} />}
            onDecided={() => open(openId)}
            onStay={() => open(openId)}
          />
        ))
      }
      listFirst={!asking && address.request === undefined}
    >
      <RequestsBody view={view} query={query} rows={rows} openId={asking ? undefined : openId} />
    </InboxSplit>
  );
}

/** The id of the open request: the one in the URL, or else the first of the list, while the list contains it. */
function useOpenRequest(address: InboxAddress, rows: readonly { id: string }[] | undefined): string | undefined {
  const [first, setFirst] = useState<string>();
  const selected = rows?.some(({ id }) => id === first) ? first : rows?.[0]?.id;
  if (selected !== first && rows) setFirst(selected);
  return address.request ?? selected;
}
