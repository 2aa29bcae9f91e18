import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { totalOf } from '../../blocks/use-list.ts';
import { useWaiting } from '../../blocks/waiting-count.ts';
import { useAsOf } from '../../session/as-of.ts';
import { useMay } from '../../session/may.ts';
import { useMe } from '../../session/me.ts';
import { Page } from '../../shell/page.tsx';
import { formatNumber } from '../../ui/format.ts';
import { PlusIcon } from '../../ui/icons.tsx';
import { ButtonLink, Tab } from '../../ui/links.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { type InboxAddress, listIn, type View } from './address.ts';
import { AskPanel } from './ask-panel.tsx';
import { CatalogueList } from './catalogue-list.tsx';
import { PaneSkeleton } from './pane.tsx';
import { requestQuery, requestsQuery } from './queries.ts';
import { Requests } from './requests.tsx';
import { InboxSplit } from './split.tsx';
import { Todo } from './todo/todo.tsx';
import { TodoListSkeleton } from './todo/todo-list.tsx';
import { catalogueWords, words } from './words.ts';
import './inbox.css';

const route = getRouteApi('/signed-in/inbox');

/** The parameters in the address, and a function that changes them. */
function useInboxAddress(): readonly [address: InboxAddress, go: (address: InboxAddress, replace?: boolean) => void] {
  const address: InboxAddress = route.useSearch();
  const navigate = useNavigate();
  return [address, (next, replace = false) => void navigate({ to: '/inbox', search: next, replace })];
}

/**
 * The screen of the Inbox: what waits for the viewer, decided requests, the viewer's own requests, and what the viewer
 * can request.
 */
export function InboxScreen(): ReactNode {
  const [address, go] = useInboxAddress();
  const view = useView(address);
  const shown = address.view === 'catalogue' ? 'catalogue' : view;
  const now = useAsOf() === undefined;
  const asking = address.add && (
    <AskPanel
      key={`${address.application} ${address.role} ${address.permission} ${address.renews}`}
      address={address}
      onClose={() => go({ view: address.view ?? view, request: address.request, open: address.open })}
      onAsked={(request) => go({ view: 'mine', request }, true)}
    />
  );
  return (
    <Page
      title={words.title}
      tools={
        now && (
          <ButtonLink icon={PlusIcon} to="/inbox" search={{ ...address, view: shown, add: '1' }} activeProps={{}}>
            {words.ask}
          </ButtonLink>
        )
      }
      tabs={<InboxTabs shown={shown} />}
    >
      {contentOf()}
    </Page>
  );

  function contentOf(): ReactNode {
    if (shown === 'waiting') return <Todo address={address} go={go} asking={asking} />;
    if (shown === 'mine' || shown === 'decided')
      return <Requests key={shown} view={shown} address={address} go={go} asking={asking} />;
    return (
      <InboxSplit panel={asking || (shown === undefined && <PaneSkeleton />)} listFirst={!asking}>
        {shown === 'catalogue' ? (
          <CatalogueList application={address.application} role={address.role} />
        ) : (
          <div className="body">
            <TodoListSkeleton />
          </div>
        )}
      </InboxSplit>
    );
  }
}

type Shown = View | 'catalogue';

/** The tabs. Viewers who decide nothing see the first two only if these contain something. */
function InboxTabs({ shown }: { shown: Shown | undefined }): ReactNode {
  const now = useAsOf() === undefined;
  const decides = useDecides();
  const { waiting, ending = 0 } = useWaiting();
  const done = useInfiniteQuery({ ...requestsQuery('decided'), enabled: !decides }).data?.pages[0];
  const own = useInfiniteQuery(requestsQuery('mine')).data?.pages[0];
  const hasWork = (waiting ?? 0) + ending > 0;
  return (
    <Tabs label={words.title}>
      {(decides || hasWork || shown === 'waiting') && (
        <InboxTab name="waiting" shown={shown} n={waiting === undefined ? undefined : formatNumber(waiting)}>
          {words.views.waiting}
        </InboxTab>
      )}
      {(decides || (done?.total ?? 0) > 0 || shown === 'decided') && (
        <InboxTab name="decided" shown={shown}>
          {words.views.decided}
        </InboxTab>
      )}
      <InboxTab name="mine" shown={shown} n={own && totalOf(own)}>
        {words.views.mine}
      </InboxTab>
      {now && (
        <InboxTab name="catalogue" shown={shown}>
          {catalogueWords.tab}
        </InboxTab>
      )}
    </Tabs>
  );
}

function InboxTab({
  name,
  shown,
  n,
  children,
}: {
  name: Shown;
  shown: Shown | undefined;
  n?: string | undefined;
  children: string;
}): ReactNode {
  return (
    <Tab
      to="/inbox"
      search={{ view: name }}
      activeOptions={{ exact: true }}
      activeProps={{}}
      aria-current={name === shown ? 'page' : undefined}
      n={n}
    >
      {children}
    </Tab>
  );
}

/** Whether requests can wait for the viewer's decision. */
function useDecides(): boolean {
  const { ownsAny, may } = useMay();
  return ownsAny || may('grants.manage');
}

/**
 * Returns the list to show, or undefined while it is unknown:
 * - the list in the URL
 * - or else the list that contains the request in the URL
 * - or else the list of what waits, if the viewer decides requests or if anything waits
 * - or else the viewer's own requests
 */
function useView(address: InboxAddress): View | undefined {
  const { request } = address;
  const view = listIn(address);
  const decides = useDecides();
  const me = useMe()?.user.id;
  const { waiting, ending, failed } = useWaiting();
  const asked = useQuery({ ...requestQuery(request ?? ''), enabled: view === undefined && request !== undefined });
  if (view) return view;
  if (request !== undefined && !asked.error) {
    if (!asked.data) return undefined;
    if (asked.data.user.id === me) return 'mine';
    return asked.data.state === 'pending' ? 'waiting' : 'decided';
  }
  if (decides) return 'waiting';
  if (waiting === undefined && !failed) return undefined;
  return (waiting ?? 0) + (ending ?? 0) > 0 ? 'waiting' : 'mine';
}
