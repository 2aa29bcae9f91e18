import { calls, type Mail, type MailState } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAddress } from '../../blocks/address.ts';
import { UserChip } from '../../blocks/chips.tsx';
import { listAddress } from '../../blocks/lists/list-address.ts';
import { useColumns } from '../../blocks/lists/use-columns.ts';
import { addressReader } from '../../blocks/read-address.ts';
import { useAction } from '../../blocks/use-action.ts';
import { useList } from '../../blocks/use-list.ts';
import { ListViews } from '../../blocks/views/list-views.tsx';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { ColumnsMenu } from '../../ui/columns-menu.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ChoiceFilter } from '../../ui/filter.tsx';
import { MailIcon, SearchIcon } from '../../ui/icons.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Panel, Split } from '../../ui/panel.tsx';
import { ownSentence } from '../../ui/reasons/german.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { Facts, Timeline, Tools } from '../../ui/section.tsx';
import { EmptyState, ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { type StatusKind, StatusTag } from '../../ui/status.tsx';
import type { Column } from '../../ui/table-model.ts';
import { Time } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';
import { failureTitle, mailList, mailPreview } from './queries.ts';
import { droppedWords, stateWords, templateWords, outboxWords as words } from './words.ts';
import './mail.css';

const route = getRouteApi('/signed-in/settings/$tab');

/** The mails that are waiting, sent or failed. */
export function OutboxTab(): ReactNode {
  const [address, change] = useAddress(route);
  const list = useList(address, change, '-queuedAt');
  const { q, sort, cursor, state, open } = address;
  const mails = useQuery(mailList({ q, sort, cursor, state, limit: 50 }));
  const shown = mails.data?.items.find(({ id }) => id === open);
  const chosen = useColumns('mails', columns, [address, change], { shows: words.label, sort: list.sorting.sort.id });
  const narrowed = q !== undefined || state !== undefined;
  return (
    <Split
      panel={shown && <MailPanel mail={shown} onClose={() => change({ open: undefined })} />}
      awaits={open !== undefined && mails.isLoading}
    >
      <Tools wrap end={<ColumnsMenu {...chosen.menu} />}>
        <ListViews list="mails" filters={VIEWED} address={address} change={change} read={readMails} />
        <SearchField label={words.search} {...list.search} />
        <ChoiceFilter
          label={words.state}
          choices={stateWords}
          value={state}
          onChange={(chosen) => change({ state: chosen })}
        />
      </Tools>
      <DataTable
        label={words.label}
        {...chosen.table}
        rowId={({ id }) => id}
        onOpen={({ id }) => change({ open: id })}
        {...list.table(mails)}
        empty={
          <EmptyState icon={narrowed ? SearchIcon : MailIcon} title={narrowed ? words.nothingFound : words.nothing}>
            {narrowed ? words.nothingFoundText : words.nothingText}
          </EmptyState>
        }
      />
      <Pager {...list.pager(mails)} />
    </Split>
  );
}

const readMails = addressReader(calls.mail.list.query, listAddress);
const VIEWED = ['q', 'state', 'sort'] as const;

const columns: readonly Column<Mail>[] = [
  {
    id: 'queuedAt',
    head: words.when,
    width: '9rem',
    sortable: true,
    fold: 2,
    skeleton: 80,
    cell: ({ queuedAt }) => (
      <span className="text-muted nowrap">
        <Time at={queuedAt} />
      </span>
    ),
  },
  { id: 'who', head: words.who, fold: 1, skeleton: 140, cell: ({ user }) => <UserChip user={user} /> },
  {
    id: 'address',
    head: words.address,
    spare: true,
    cell: ({ address }) => <span className="text-muted ellipsis">{address ?? words.noAddress}</span>,
  },
  { id: 'what', head: words.what, fold: 3, cell: ({ template }) => templateWords[template] },
  {
    id: 'state',
    head: words.state,
    width: '13rem',
    fold: 4,
    cell: ({ state }) => <MailStateTag state={state} />,
  },
];

/** The state of a mail. */
function MailStateTag({ state }: { state: MailState }): ReactNode {
  return <StatusTag kind={kinds[state]}>{stateWords[state]}</StatusTag>;
}

const kinds: Record<MailState, StatusKind> = {
  waiting: 'waiting',
  held: 'paused',
  sent: 'active',
  failed: 'no',
  dropped: 'gone',
};

/** One mail: its content, its state, and the reason for a failure. */
function MailPanel({ mail, onClose }: { mail: Mail; onClose: () => void }): ReactNode {
  const preview = useQuery(mailPreview(mail.id));
  const { failure, dropped } = mail;
  return (
    <Panel title={templateWords[mail.template]} onClose={onClose}>
      {failure && (
        <Callout tone="no">
          <b>{failureTitle(failure)}</b>
          {failure.said !== null && <p>{ownSentence(failure.said, failure)}</p>}
        </Callout>
      )}
      {dropped && <Callout>{droppedWords[dropped]}</Callout>}
      <Facts
        facts={[
          [words.who, `${mail.user.name}, ${mail.address ?? words.noAddress}`],
          [words.state, stateWords[mail.state]],
          [words.when, <Time key="queued" at={mail.queuedAt} />],
          [words.changed, <Time key="changed" at={mail.changedAt} />],
          ...(mail.attempts > 0 ? [[words.tries, words.attempts(mail.attempts)] as const] : []),
        ]}
      />
      <MailTools mail={mail} />
      {preview.data ? (
        <>
          {preview.data.log.length > 0 && (
            <Timeline
              events={preview.data.log.map(({ at, state, failure: why }, index) => ({
                id: String(index),
                what: why ? `${stateWords[state]}: ${failureTitle(why)}` : stateWords[state],
                at: <Time at={at} />,
              }))}
            />
          )}
          <h3>{preview.data.subject}</h3>
          <pre className="mail-text">{preview.data.text}</pre>
          <p className="hint">{words.noLink}</p>
        </>
      ) : preview.error ? (
        <ErrorState small error={preview.error} onRetry={() => void preview.refetch()} />
      ) : (
        <SkeletonLines />
      )}
    </Panel>
  );
}

/** The actions for a mail that was not sent. */
function MailTools({ mail: { id, state } }: { mail: Mail }): ReactNode {
  const failed = ({ title, detail }: { title: string; detail?: string | undefined }) =>
    showToast({ text: detail ?? title });
  const params = { mail: id };
  const again = useAction(async () => {
    await client.mail.sendAgain({ params });
    showToast({ text: words.sentAgain });
  }, failed);
  const drop = useAction(async () => {
    await client.mail.drop({ params });
    showToast({ text: words.droppedByHand });
  }, failed);
  const stuck = state === 'failed' || state === 'held';
  if (!stuck && state !== 'waiting') return null;
  return (
    <p className="mail-tools">
      {stuck && (
        <Button small pending={again.pending} onClick={again.run}>
          {words.sendAgain}
        </Button>
      )}
      <Button small kind="quiet" pending={drop.pending} onClick={drop.run}>
        {words.drop}
      </Button>
    </p>
  );
}
