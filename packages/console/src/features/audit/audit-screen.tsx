import type { Event } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useAddress } from '../../blocks/address.ts';
import { DownloadMenu } from '../../blocks/download-menu.tsx';
import { useColumns } from '../../blocks/lists/use-columns.ts';
import { useAuditPlace } from '../../blocks/places/audit-tabs.tsx';
import { recordedText } from '../../blocks/recorded.ts';
import { useAction } from '../../blocks/use-action.ts';
import { useList } from '../../blocks/use-list.ts';
import { ListViews } from '../../blocks/views/list-views.tsx';
import { client } from '../../session/client.ts';
import { Page } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { ColumnsMenu } from '../../ui/columns-menu.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { countSet, Filters } from '../../ui/filters.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Spinner } from '../../ui/icon.tsx';
import { LinkIcon, ScrollTextIcon } from '../../ui/icons.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Split } from '../../ui/panel.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Tools } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status.tsx';
import { type AuditAddress, type ChangeAddress, readAudit } from './address.ts';
import { eventColumns } from './event-columns.tsx';
import { EventPanel } from './event-panel.tsx';
import { clockWords, dayWords, EventFilters } from './filters.tsx';
import { eventsQuery, newestQuery } from './queries.ts';
import { SignInsTab } from './sign-ins-tab.tsx';
import { words } from './words.ts';
import './audit.css';

const FORMATS = ['ndjson', 'csv'] as const;

/**
 * Downloads all rows that match the filters of the open tab, oldest first, or a signed checkpoint of the audit chain.
 */
function ExportMenu({ address }: { address: AuditAddress }): ReactNode {
  const { tab = 'changes', q, action, actor, application, target, outcome, from, to } = address;
  const day = new Date().toISOString().slice(0, 10);
  return (
    <DownloadMenu
      name={words.download}
      label={tab === 'changes' ? words.downloadChanges : words.downloadSignIns}
      formats={[
        ...FORMATS.map((id) => ({ id, label: words.formats[id], detail: words.formatDetails[id] })),
        { id: 'jws' as const, label: words.checkpoint, detail: words.checkpointDetail, file: `checkpoint-${day}` },
      ]}
      load={async (format, delimiter) =>
        format === 'jws'
          ? new Response(`${(await client.audit.checkpoint()).signed}\n`)
          : tab === 'changes'
            ? client.audit.export({ query: { q, action, actor, application, target, from, to, format, delimiter } })
            : client.audit.exportSignIns({ query: { q, outcome, from, to, format, delimiter } })
      }
      file={`${tab}-${day}`}
    />
  );
}

const route = getRouteApi('/signed-in/audit');

/** The filters in the address, and a function that changes them. */
function useAuditAddress(): readonly [address: AuditAddress, change: ChangeAddress] {
  return useAddress(route);
}

/** The audit log: every change and every sign-in, and the verification of the audit chain. */
export function AuditScreen(): ReactNode {
  const [address, change] = useAuditAddress();
  const chain = useChain(change);
  const { tab = 'changes' } = address;
  const place = useAuditPlace(tab);
  return (
    <Page
      title={words.title}
      {...place}
      tools={
        <>
          <ExportMenu address={address} />
          {chain.button}
        </>
      }
    >
      {chain.alarm}
      {tab === 'changes' ? (
        <EventsTab address={address} change={change} chain={chain.state} />
      ) : (
        <SignInsTab address={address} change={change} />
      )}
    </Page>
  );
}

/** The changes, newest first, with a panel for the open one. */
function EventsTab({
  address,
  change,
  chain,
}: {
  address: AuditAddress;
  change: ChangeAddress;
  /** The result of the last verification of the audit chain. */
  chain: ReactNode;
}): ReactNode {
  const events = useQuery(eventsQuery(address));
  const list = useList(address, change, '-no');
  const chosen = useColumns('changes', eventColumns, [address, change], { shows: words.eventsLabel });
  const { data } = events;
  const { open } = address;
  const close = () => change({ open: undefined });
  const opened = data?.items.find(({ no }) => String(no) === open);
  return (
    <Split panel={open !== undefined && <EventPanel key={open} number={open} event={opened} onClose={close} />}>
      <Tools
        wrap
        end={
          <>
            {chain}
            <ColumnsMenu {...chosen.menu} />
          </>
        }
      >
        <ListViews list="changes" filters={VIEWED} address={address} change={change} read={readAudit} />
        <SearchField className="audit-search" label={words.search} {...list.search} />
        <Filters
          active={countSet([
            address.from ?? address.to,
            address.action,
            address.actor,
            address.target,
            address.application,
          ])}
        >
          <EventFilters address={address} change={change} nameOf={namesIn(data?.items ?? [])} />
        </Filters>
      </Tools>
      <DataTable
        label={words.eventsLabel}
        {...chosen.table}
        {...list.table(events)}
        rowId={({ no }) => String(no)}
        groupOf={({ at }) => ({ id: dayWords(at), head: dayWords(at) })}
        onOpen={({ no }) => change({ open: String(no) }, open !== undefined)}
        openId={open}
        empty={
          <EmptyState icon={ScrollTextIcon} title={words.noEvents}>
            {words.noEventsWhy}
          </EmptyState>
        }
      />
      {data && <Pager {...list.pager(events)} />}
    </Split>
  );
}

const VIEWED = ['q', 'action', 'actor', 'application', 'target', 'from', 'to'] as const;

function namesIn(events: readonly Event[]): (id: string) => string | undefined {
  return (id) => {
    const name =
      events.find(({ actor }) => actor.id === id)?.actor.name ??
      events.find(({ target }) => target.id === id)?.target.name;
    return name === undefined ? undefined : recordedText(name);
  };
}

/** The verification of the audit chain: its button, its result, and what to do if the chain is broken. */
interface Chain {
  button: ReactNode;
  state: ReactNode;
  alarm: ReactNode;
}

/** Verifies the audit chain on demand. The result stays on the screen with the time of the verification. */
function useChain(change: ChangeAddress): Chain {
  const newest = useQuery(newestQuery);
  const [data, setData] = useState<Awaited<ReturnType<typeof client.audit.verify>> & { at: string }>();
  const { run, pending, problem } = useAction(async () => {
    setData(undefined);
    setData({ ...(await client.audit.verify()), at: new Date().toISOString() });
  });
  const count = formatNumber(newest.data ?? 0);
  return {
    button: (
      <Button icon={LinkIcon} pending={pending} onClick={run}>
        {words.verify}
      </Button>
    ),
    state: (
      <span role="status" className="small">
        {pending && (
          <span className="status text-muted">
            <Spinner label={words.verifying(count)} />
            {words.verifying(count)}
          </span>
        )}
        {!pending && data?.whole && (
          <StatusTag kind="yes">{words.whole(formatNumber(data.events), clockWords(data.at))}</StatusTag>
        )}
      </span>
    ),
    alarm: (
      <>
        {!pending && data && !data.whole && (
          <div className="audit-alarm">
            <Callout tone="no" live>
              <b>{words.broken(formatNumber(data.firstBroken ?? 0))}</b> {data.fault && words.faults[data.fault]}{' '}
              {words.brokenNext} {(data.fault === 'cut_off' || data.fault === 'rehashed') && words.putBackNext}{' '}
              <Button small onClick={() => change({ tab: 'changes', open: String(data.firstBroken ?? 1) })}>
                {words.openBroken}
              </Button>
            </Callout>
          </div>
        )}
        {!pending && problem && (
          <div className="audit-alarm">
            <Callout tone="no" live>
              <b>{problem.title}</b> {problem.detail}
            </Callout>
          </div>
        )}
      </>
    ),
  };
}
