import { daysLater } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAddress } from '../../blocks/address.ts';
import { type FoundOption, finder } from '../../blocks/find.ts';
import { useAccessPlace } from '../../blocks/places/access-tabs.tsx';
import { useAction } from '../../blocks/use-action.ts';
import { useList } from '../../blocks/use-list.ts';
import { Page, PageBody } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { ComboBox } from '../../ui/combo-box.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { CalendarClockIcon, DownloadIcon, HistoryIcon, MinusIcon, PlusIcon } from '../../ui/icons.tsx';
import { Pager } from '../../ui/pager.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Select } from '../../ui/select.tsx';
import { EmptyState } from '../../ui/states.tsx';
import {
  byItselfText,
  differencesFile,
  differencesQuery,
  questionOf,
  reasonsOf,
  subjectQuery,
  throughText,
} from './queries.ts';
import { countOf, type DifferenceOrder, type DifferenceRow, differenceOrders, givesOf, rowsOf } from './rows.ts';
import { words } from './words.ts';
import './differences.css';
import { actorName, deedText, reviewCauseText } from '../../blocks/events/event-sentence.tsx';
import { say } from '../../blocks/say.tsx';
import { TextLink } from '../../ui/links.tsx';
import type { Column } from '../../ui/table-model.ts';
import { shortTime, Time } from '../../ui/time.tsx';

const differenceColumns = (): readonly Column<DifferenceRow>[] => [
  {
    id: 'who',
    head: words.who,
    width: '13rem',
    fold: 1,
    cell: ({ holder, application }) => (
      <>
        <b>{holder.name}</b> <span className="text-faint block">{application.name}</span>
      </>
    ),
  },
  { id: 'what', head: words.what, fold: 3, cell: (row) => <What row={row} /> },
  { id: 'through', head: words.through, width: '12rem', spare: true, cell: ({ grant }) => throughText(grant) },
  { id: 'held', head: words.held, width: '13rem', spare: true, cell: (row) => <GrantPeriod row={row} /> },
  {
    id: 'why',
    head: words.why,
    fold: 4,
    cell: (row) => (
      <span className="differences-causes">
        <span className="text-muted nowrap">
          <Time at={row.moment.at} />
        </span>
        <Cause row={row} />
      </span>
    ),
  },
];

const SHOWN = 4;

const signs = {
  gained: { icon: PlusIcon, tone: 'tone-yes' },
  lost: { icon: MinusIcon, tone: 'tone-no' },
  extended: { icon: CalendarClockIcon, tone: '' },
  shortened: { icon: CalendarClockIcon, tone: '' },
} as const;

function What({ row }: { row: DifferenceRow }): ReactNode {
  const { side, role, permissions, grant } = row;
  const { icon: Sign, tone } = signs[side];
  const shown = permissions.slice(0, SHOWN).map((name) => <code key={name}>{name}</code>);
  return (
    <span className="differences-what">
      <span className={`status ${tone}`}>
        <Sign small />
        {role === null ? words[side].permissions(permissions.length) : say(words[side].role, { role: <b>{role}</b> })}
      </span>
      {shown.length > 0 && (
        <span className="differences-names">
          {shown}
          {permissions.length > SHOWN && <span className="text-faint">{words.more(permissions.length - SHOWN)}</span>}
        </span>
      )}
      {role === null && grant?.gives.kind === 'role' && (
        <span className="text-faint">{words.withRole(grant.gives.name)}</span>
      )}
      <span className="differences-on-phone text-faint">
        {throughText(grant)} <GrantPeriod row={row} />
      </span>
    </span>
  );
}

/** The start and end of the grant, and its former end. For lost access, the end is when it was lost. */
function GrantPeriod({ row: { grant, side, was, moment } }: { row: DifferenceRow }): ReactNode {
  if (!grant) return null;
  const ends = side === 'lost' ? moment.at : grant.ends;
  return (
    <span className="differences-held">
      <span>{say(words.since, { time: <Day at={grant.starts} /> })}</span>
      <span>{ends === null ? words.noEnd : say(words.until, { time: <Day at={ends} /> })}</span>
      {was !== undefined && (
        <span className="text-faint">{was === null ? words.wasNoEnd : say(words.was, { time: <Day at={was} /> })}</span>
      )}
    </span>
  );
}

const Day = ({ at }: { at: string }) => <Time at={at} shown={shortTime(new Date(at))} />;

function Cause({ row: { moment, side } }: { row: DifferenceRow }): ReactNode {
  const { change, event } = moment;
  if (change === null) return <span className="text-muted">{byItselfText(side)}</span>;
  if (!event) return words.change(change);
  const { review } = event;
  const reasons = reasonsOf(review ? { ...event, review: null } : event);
  return (
    <>
      <TextLink to="/audit" search={{ open: String(event.no) }}>
        {actorName(event.actor)} {deedText(event, null)}
      </TextLink>
      {reasons.length > 0 && <span className="text-faint">{reasons.join('; ')}</span>}
      {review && (
        <TextLink to="/reviews/$review" params={{ review: review.id }} className="text-faint">
          {reviewCauseText(review)}
        </TextLink>
      )}
    </>
  );
}

const route = getRouteApi('/signed-in/differences');
const findSubjects = finder(['user', 'group', 'role', 'application']);
const DAYS = 30;

/** Compares access at two instants: which users gained or lost access, by which change, and who made that change. */
export function DifferencesScreen(): ReactNode {
  const [address, change] = useAddress(route);
  const place = useAccessPlace();
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
    <Page title={words.title} {...place}>
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
