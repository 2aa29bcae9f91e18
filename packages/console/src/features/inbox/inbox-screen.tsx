import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { totalOf } from '../../blocks/use-list.ts';
import { useAsOf } from '../../session/as-of.ts';
import { useMay } from '../../session/may.ts';
import { Page } from '../../shell/page.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ChevronLeftIcon, PlusIcon } from '../../ui/icons.tsx';
import { ButtonLink, PlainLink, Tab } from '../../ui/links.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { type InboxAddress, listIn, type View, views } from './address.ts';
import { AskPanel } from './ask-panel.tsx';
import { CatalogueList } from './catalogue-list.tsx';
import { useRequestKeys } from './keys.tsx';
import { requestQuery, requestsQuery } from './queries.ts';
import { RequestsBody } from './request-list.tsx';
import { RequestPanel, RequestPanelSkeleton } from './request-panel.tsx';
import { TogetherPanel } from './together-panel.tsx';
import { usePicked } from './use-picked.ts';
import { catalogueWords, words } from './words.ts';
import './inbox.css';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMe } from '../../session/me.ts';

const route = getRouteApi('/signed-in/inbox');

/** The parameters in the address, and a function that changes them. */
function useInboxAddress(): readonly [address: InboxAddress, go: (address: InboxAddress, replace?: boolean) => void] {
  const address: InboxAddress = route.useSearch();
  const navigate = useNavigate();
  return [address, (next, replace = false) => void navigate({ to: '/inbox', search: next, replace })];
}

/**
 * The requests: those waiting for the viewer, the viewer's own, and decided ones, with the details of the open one
 * beside the list.
 */
export function InboxScreen(): ReactNode {
  const [address, go] = useInboxAddress();
  const view = useView(address);
  const query = useInfiniteQuery({ ...requestsQuery(view ?? 'mine'), enabled: view !== undefined });
  const rows = view === undefined ? undefined : query.data?.pages.flatMap((page) => page.items);
  const openId = useOpenRequest(address, rows);
  const panel = useRef<HTMLElement>(null);
  const focusNext = useRef(false);

  const inCatalogue = address.view === 'catalogue';
  const now = useAsOf() === undefined;
  useEffect(() => {
    // The panel closes after the last request, so focus the page instead.
    const place = openId === undefined ? document.getElementById('main') : panel.current;
    if (focusNext.current) place?.focus({ preventScroll: true });
    focusNext.current = false;
  }, [openId]);

  const at = rows?.findIndex(({ id }) => id === openId) ?? -1;
  const open = (request: string | undefined, replace: boolean) => go({ view, request }, replace);
  const picked = usePicked(view === 'waiting' && now ? rows : undefined);
  const together = picked.requests.length + picked.refused.size > 0 && !address.add && !inCatalogue;
  useRequestKeys(
    address.add || inCatalogue ? undefined : together ? picked.requests.map(({ id }) => id).join() : openId,
    (by) => {
      const next = rows?.[at + by];
      if (!next) return;
      open(next.id, true);
      document.querySelector(`[data-request="${CSS.escape(next.id)}"]`)?.scrollIntoView({ block: 'nearest' });
    },
    () => openId !== undefined && picked.able.length > 1 && picked.toggle(openId),
  );

  const afterDecision = () => {
    const next = (rows?.[at + 1] ?? rows?.[at - 1])?.id;
    focusNext.current = true;
    open(window.matchMedia(PHONE).matches ? undefined : next, true);
  };
  const total = query.data?.pages[0] ? totalOf(query.data.pages[0]) : '';
  const sidePanel = address.add ? (
    <AskPanel
      key={`${address.application} ${address.role} ${address.permission} ${address.renews}`}
      address={address}
      onClose={() => go({ view: address.view ?? view, request: address.request })}
      onAsked={(request) => go({ view: 'mine', request }, true)}
    />
  ) : inCatalogue ? null : together ? (
    <TogetherPanel
      picked={picked}
      panel={panel}
      back={<Back view={view} total={total} place={0} />}
      onDecided={() => {
        open(undefined, true);
        requestAnimationFrame(() => panel.current?.focus({ preventScroll: true }));
      }}
    />
  ) : openId === undefined ? (
    rows === undefined && !query.error && <RequestPanelSkeleton />
  ) : (
    <RequestPanel
      key={openId}
      id={openId}
      row={rows?.[at]}
      panel={panel}
      back={<Back view={view} total={total} place={at + 1} />}
      onDecided={afterDecision}
      onStay={() => open(openId, true)}
    />
  );
  return (
    <Page
      title={words.title}
      tools={
        now && (
          <ButtonLink icon={PlusIcon} to="/inbox" search={{ ...address, view, add: '1' }} activeProps={{}}>
            {words.ask}
          </ButtonLink>
        )
      }
      tabs={<RequestTabs view={inCatalogue ? 'catalogue' : view} />}
    >
      <div
        className={classNames(
          'split requests',
          !sidePanel && 'alone',
          address.add === undefined && address[together ? 'together' : 'request'] === undefined && 'list-first',
        )}
      >
        <div className="split-main">
          {inCatalogue ? (
            <CatalogueList application={address.application} role={address.role} />
          ) : (
            <RequestsBody
              view={view}
              query={query}
              rows={rows}
              openId={address.add ? undefined : openId}
              picked={view === 'waiting' && now ? picked : undefined}
              onTogether={() => go({ view, together: '1' })}
            />
          )}
        </div>
        {sidePanel}
      </div>
    </Page>
  );
}

const PHONE = '(max-width: 720px)';

/**
 * The id of the open request: the one in the URL, or else the first of the list. A first request stays open while the
 * list contains it. Otherwise a newer request would replace it while the viewer decides.
 */
function useOpenRequest(address: InboxAddress, rows: readonly { id: string }[] | undefined): string | undefined {
  const [first, setFirst] = useState<string>();
  const selected = rows?.some(({ id }) => id === first) ? first : rows?.[0]?.id;
  if (selected !== first && rows) setFirst(selected);
  return address.request ?? selected;
}

function RequestTabs({ view }: { view: View | 'catalogue' | undefined }): ReactNode {
  const now = useAsOf() === undefined;
  return (
    <Tabs label={words.title}>
      {views.map((name) => (
        <ViewTab key={name} name={name} open={name === view} />
      ))}
      {now && (
        <Tab
          to="/inbox"
          search={{ view: 'catalogue' }}
          activeOptions={{ exact: true }}
          activeProps={{}}
          aria-current={view === 'catalogue' ? 'page' : undefined}
        >
          {catalogueWords.tab}
        </Tab>
      )}
    </Tabs>
  );
}

function ViewTab({ name, open }: { name: View; open: boolean }): ReactNode {
  const { ownsAny, may } = useMay();
  const decides = ownsAny || may('grants.manage');
  const page = useInfiniteQuery(requestsQuery(name)).data?.pages[0];
  if (name !== 'mine' && !decides && !open && !page?.total) return null;
  return (
    <Tab
      to="/inbox"
      search={{ view: name }}
      activeOptions={{ exact: true }}
      activeProps={{}}
      aria-current={open ? 'page' : undefined}
      n={page && totalOf(page)}
    >
      {words.views[name]}
    </Tab>
  );
}

/** The link back to the list, on a phone, where the details fill the screen. */
function Back({ view, total, place }: { view: View | undefined; total: string; place: number }): ReactNode {
  return (
    <div className="request-back only-on-phone">
      <PlainLink
        to="/inbox"
        search={{ view }}
        className="button quiet icon-only"
        aria-label={words.back(total)}
        activeProps={{}}
      >
        <ChevronLeftIcon />
      </PlainLink>
      <b>{words.title}</b>
      {place > 0 && <span className="text-faint push-end">{words.place(place, total)}</span>}
    </div>
  );
}

/**
 * Returns the list to show, or undefined while it is unknown:
 * - the list in the URL
 * - or else the list that contains the request in the URL
 * - or else the waiting requests if the viewer decides requests, and the viewer's own requests if not
 */
function useView(address: InboxAddress): View | undefined {
  const { request } = address;
  const view = listIn(address);
  const { ownsAny, may } = useMay();
  const me = useMe()?.user.id;
  const asked = useQuery({ ...requestQuery(request ?? ''), enabled: view === undefined && request !== undefined });
  if (view) return view;
  const first: View = ownsAny || may('grants.manage') ? 'waiting' : 'mine';
  if (request === undefined || asked.error) return first;
  if (!asked.data) return undefined;
  if (asked.data.user.id === me) return 'mine';
  return asked.data.state === 'pending' ? 'waiting' : 'decided';
}
