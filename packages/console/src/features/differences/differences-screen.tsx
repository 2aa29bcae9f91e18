import { type Difference, type DifferenceMoment, daysLater } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAddress } from '../../blocks/address.ts';
import { actorName, deedText } from '../../blocks/events/event-sentence.tsx';
import { reviewCauseText } from '../../blocks/events/review-cause.ts';
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
import { TextLink } from '../../ui/links.tsx';
import { Pager } from '../../ui/pager.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-model.ts';
import { Time } from '../../ui/time.tsx';
import { differencesFile, differencesQuery, questionOf, reasonsOf, subjectQuery } from './queries.ts';
import { words } from './words.ts';
import './differences-screen.css';

const route = getRouteApi('/signed-in/differences');
const findSubjects = finder(['user', 'group', 'role', 'application']);
const DAYS = 30;

interface Row extends DifferenceMoment {
  readonly line: Difference;
}

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
  const rows = query.data?.items.flatMap((line) => line.moments.map((moment): Row => ({ ...moment, line })));
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
            columns={columns()}
            {...table}
            rows={rows}
            rowId={({ line, at }) => `${line.holder.id} ${line.application.id} ${at}`}
            empty={
              <EmptyState icon={HistoryIcon} title={words.none}>
                {words.noneText}
              </EmptyState>
            }
          />
          {query.data && query.data.total > 0 && <Pager {...pager} />}
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

const columns = (): readonly Column<Row>[] => [
  {
    id: 'who',
    head: words.who,
    width: '14rem',
    fold: 1,
    cell: ({ line }) => (
      <>
        {line.holder.name} <span className="text-faint differences-on-phone">{line.application.name}</span>
      </>
    ),
  },
  { id: 'where', head: words.where, width: '10rem', spare: true, cell: ({ line }) => line.application.name },
  {
    id: 'what',
    head: words.what,
    fold: 3,
    cell: (row) => (
      <>
        <Names of={row.gains} sign="+" />
        <Names of={row.loses} sign="−" />
        <span className="differences-on-phone">
          <Cause row={row} />
        </span>
      </>
    ),
  },
  {
    id: 'when',
    head: words.when,
    width: '9rem',
    fold: 2,
    cell: ({ at }) => (
      <span className="text-muted nowrap">
        <Time at={at} />
      </span>
    ),
  },
  { id: 'why', head: words.why, cell: (row) => <Cause row={row} /> },
];

const SHOWN = 4;

function Names({ of: { roles, permissions }, sign }: { of: DifferenceMoment['gains']; sign: string }): ReactNode {
  const names = [...roles, ...permissions];
  if (names.length === 0) return null;
  return (
    <span className="differences-names">
      {names.slice(0, SHOWN).map((name) => (
        <code key={name}>
          {sign} {name}
        </code>
      ))}
      {names.length > SHOWN && <span className="text-faint">{words.more(names.length - SHOWN)}</span>}
    </span>
  );
}

function Cause({ row: { change, event } }: { row: Row }): ReactNode {
  if (change === null) return <span className="text-muted">{words.byItself}</span>;
  if (!event) return words.change(change);
  const { review } = event;
  const reasons = reasonsOf(review ? { ...event, review: null } : event);
  return (
    <span className="differences-causes">
      <TextLink to="/audit" search={{ open: String(event.no) }}>
        {actorName(event.actor)} {deedText(event, null)}
      </TextLink>
      {reasons.length > 0 && <span className="text-faint">{reasons.join('; ')}</span>}
      {review && (
        <TextLink to="/reviews/$review" params={{ review: review.id }} className="text-faint">
          {reviewCauseText(review)}
        </TextLink>
      )}
    </span>
  );
}

const asDate = (text: string | undefined) => (text === undefined ? null : new Date(text));
const daysAgo = (days: number) => daysLater(new Date(), -days).toISOString();
