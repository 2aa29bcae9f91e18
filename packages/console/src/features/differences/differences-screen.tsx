import { daysLater } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAddress } from '../../blocks/address.ts';
import { ExplainTabs } from '../../blocks/explain-tabs.tsx';
import { type FoundOption, finder } from '../../blocks/find.ts';
import { useAction } from '../../blocks/use-action.ts';
import { useList } from '../../blocks/use-list.ts';
import { Page, PageBody } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { ComboBox } from '../../ui/combo-box.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { DownloadIcon, HistoryIcon } from '../../ui/icons.tsx';
import { Pager } from '../../ui/pager.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Select } from '../../ui/select.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { differenceColumns } from './difference-columns.tsx';
import { differencesFile, differencesQuery, questionOf, subjectQuery } from './queries.ts';
import { countOf, type DifferenceOrder, type DifferenceRow, differenceOrders, givesOf, rowsOf } from './rows.ts';
import { words } from './words.ts';
import './differences-screen.css';

const route = getRouteApi('/signed-in/differences');
const findSubjects = finder(['user', 'group', 'role', 'application']);
const DAYS = 30;

/** What changed: who holds what otherwise at one instant than at another, by which change, made by whom. */
export function DifferencesScreen(): ReactNode {
  const [address, change] = useAddress(route);
  const subject = useQuery(subjectQuery(address));
  const query = useQuery(differencesQuery(address));
  const { sort: _, onSort: __, ...table } = useList(address, change, 'name').table(query);
  const pager = useList(address, change, 'name').pager(query);
  const question = questionOf(address);
  const download = useAction(async () => {
    if (question) saveFile(await differencesFile(question), `${subject.data?.label ?? words.label}.csv`);
  });
  const choose = (option: FoundOption | null) =>
    change({
      user: option?.kind === 'user' ? option.id : undefined,
      group: option?.kind === 'group' ? option.id : undefined,
      role: option?.kind === 'role' ? option.id : undefined,
      application:
        option?.kind === 'application'
          ? option.id
          : option?.kind === 'role'
            ? (option.application ?? undefined)
            : undefined,
      from: address.from ?? daysAgo(DAYS),
    });
  const by = address.by ?? 'holder';
  const rows = query.data && rowsOf(query.data.items, by);
  return (
    <Page title={words.title} tabs={<ExplainTabs />}>
      <div className="differences-question">
        <ComboBox
          label={words.whose}
          placeholder={words.whoseHint}
          load={findSubjects}
          value={subject.data ?? null}
          onChange={choose}
        />
        <DateTimeField
          label={words.from}
          value={asDate(address.from)}
          max={new Date()}
          onChange={(from) => change({ from: from?.toISOString() })}
        />
        <DateTimeField
          label={words.to}
          optional
          value={asDate(address.to)}
          onChange={(to) => change({ to: to?.toISOString() })}
        />
        <Select
          label={words.order}
          options={differenceOrders.map((id) => ({ id, label: words.orders[id] }))}
          value={by}
          onChange={(id) => change({ by: id as DifferenceOrder })}
        />
        {question && (
          <Button icon={DownloadIcon} pending={download.pending} onClick={download.run}>
            {words.download}
          </Button>
        )}
      </div>
      {download.problem && <ProblemNote problem={download.problem} />}
      {query.data?.to.scheduled && question && (
        <div className="differences-note">
          <Callout>{words.scheduled}</Callout>
        </div>
      )}
      {question ? (
        <>
          <DataTable
            label={words.label}
            columns={differenceColumns()}
            {...table}
            rows={rows}
            rowId={({ id }) => id}
            {...(by === 'gives' && { groupOf: (row: DifferenceRow) => ({ id: givesOf(row), head: givesOf(row) }) })}
            empty={
              <EmptyState icon={HistoryIcon} title={words.none}>
                {words.noneText}
              </EmptyState>
            }
          />
          <Pager {...pager} count={query.data && rows && countOf(rows.length, query.data, pager.count)} />
        </>
      ) : (
        <PageBody>
          <EmptyState icon={HistoryIcon} title={words.begin}>
            {words.beginText}
          </EmptyState>
        </PageBody>
      )}
    </Page>
  );
}

const asDate = (text: string | undefined) => (text === undefined ? null : new Date(text));
const daysAgo = (days: number) => daysLater(new Date(), -days).toISOString();
