import { calls, type Ending } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useAddress } from '../../blocks/address.ts';
import { words as bulkWords } from '../../blocks/bulk/words.ts';
import { ApplicationName, ApplicationSquare } from '../../blocks/chips.tsx';
import { endingsQuery, endingText } from '../../blocks/endings.ts';
import { GrantGives, GrantTo } from '../../blocks/grants/grant-cells.tsx';
import { withoutLook } from '../../blocks/lists/list-address.ts';
import { useColumns } from '../../blocks/lists/use-columns.ts';
import { useAccessPlace } from '../../blocks/places/access-tabs.tsx';
import { sortIn } from '../../blocks/read-address.ts';
import { useList } from '../../blocks/use-list.ts';
import { ListViews } from '../../blocks/views/list-views.tsx';
import { useMay } from '../../session/may.ts';
import { Page } from '../../shell/page.tsx';
import { BulkBar } from '../../ui/bulk-bar.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { ColumnsMenu } from '../../ui/columns-menu.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { countSet, Filters } from '../../ui/filters.tsx';
import { CalendarClockIcon, EllipsisIcon, ExternalLinkIcon, XIcon } from '../../ui/icons.tsx';
import { PlainLink, TextLink } from '../../ui/links.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Tools } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-model.ts';
import { EndsAt } from '../../ui/time.tsx';
import { Tag } from '../../ui/who.tsx';
import { readEnding } from './address.ts';
import { EndingFilters } from './ending-filters.tsx';
import { type AskedMove, MoveDialog } from './move-dialog.tsx';
import { words } from './words.ts';

const route = getRouteApi('/signed-in/ending');
const YEAR = 365 * 86_400;
const none: ReadonlyMap<string, Ending> = new Map();

/**
 * The grants and exceptions that end soon in all applications. Users can extend, shorten or end them, one by one or
 * together.
 */
export function EndingScreen(): ReactNode {
  const [address, change] = useAddress(route);
  const { may, mayIn, ownsAny } = useMay();
  const place = useAccessPlace();
  const sort = sortIn(calls.endings.list.query, address.sort) ?? 'ends';
  const list = useList({ ...address, sort }, change, 'ends');
  const found = useQuery(endingsQuery({ ...withoutLook(address), sort }));
  const [asked, setAsked] = useState<AskedMove>();
  /** The selected items, including those on other pages. */
  const [picked, setPicked] = useState(none);
  const mayChange = (it: Ending) =>
    it.kind === 'exception' ? may('separations.manage') : mayIn('grants.manage', it.grant.application);
  const shown = found.data?.items ?? [];
  // While the list loads, the space for the column of checkboxes stays reserved if the viewer may change items.
  const mayPick = found.data ? shown.some(mayChange) : may('separations.manage') || may('grants.manage') || ownsAny;
  const pick = (ids: ReadonlySet<string>) => {
    const known = new Map([...picked, ...shown.filter(mayChange).map((it) => [endingText(it).id, it] as const)]);
    const inSight = new Set(shown.map((it) => endingText(it).id));
    setPicked(new Map([...known].filter(([id]) => ids.has(id) || !inSight.has(id))));
  };
  const chosen = useColumns('ending', endingColumns(mayChange, setAsked), [address, change], {
    shows: words.title,
    sort: list.sorting.sort.id,
  });
  const several = [...picked.values()];
  const ask = (to: AskedMove['to']) => setAsked({ to, endings: several });
  return (
    <Page title={words.title} {...place}>
      <Tools wrap end={<ColumnsMenu {...chosen.menu} />}>
        <ListViews list="ending" filters={VIEWED} address={address} change={change} read={readEnding} />
        <SearchField label={words.search} {...list.search} />
        <Filters
          active={countSet([address.within, address.kind, address.application, address.role, address.principal])}
        >
          <EndingFilters address={address} change={change} />
        </Filters>
      </Tools>
      <DataTable
        label={words.title}
        {...chosen.table}
        rowId={(it) => endingText(it).id}
        rowName={(it) => words.rowName(endingText(it).what, endingText(it).holder.name)}
        {...(mayPick && { selection: { picked: new Set(picked.keys()), onChange: pick } })}
        {...list.table(found)}
        empty={
          <EmptyState
            icon={CalendarClockIcon}
            title={words.none}
            action={
              <Button
                onClick={() =>
                  change({
                    within: YEAR,
                    q: undefined,
                    kind: undefined,
                    application: undefined,
                    role: undefined,
                    principal: undefined,
                  })
                }
              >
                {words.showAll}
              </Button>
            }
          >
            {words.noneText}
          </EmptyState>
        }
      />
      {several.length > 0 && (
        <BulkBar
          label={words.bar}
          count={bulkWords.selected(several.length)}
          actions={[
            { id: 'move', label: words.moveSeveral, onAction: () => ask('move') },
            { id: 'end', label: words.endSeveral, onAction: () => ask('end') },
          ]}
          more={[]}
          onClear={() => setPicked(none)}
        />
      )}
      <Pager {...list.pager(found)} />
      {asked && <MoveDialog {...asked} onClose={() => setAsked(undefined)} onDone={() => setPicked(none)} />}
    </Page>
  );
}

const VIEWED = ['q', 'kind', 'within', 'application', 'role', 'principal', 'sort'] as const;

/** The columns of the list; the last has the actions, if there are any. */
const endingColumns = (may: (it: Ending) => boolean, ask: (asked: AskedMove) => void): readonly Column<Ending>[] => [
  { id: 'who', head: words.who, fold: 1, skeleton: 140, cell: (it) => <GrantTo principal={endingText(it).holder} /> },
  { id: 'what', head: words.what, fold: 3, cell: (it) => <What of={it} /> },
  { id: 'where', head: words.where, spare: true, cell: (it) => <Where of={it} /> },
  {
    id: 'ends',
    head: words.ends,
    sortable: true,
    fold: 4,
    width: '11rem',
    cell: (it) => <EndsAt at={endingText(it).ends} />,
  },
  {
    id: 'actions',
    head: words.actions,
    fixed: true,
    end: true,
    fold: 2,
    width: '5rem',
    cell: (it) => <RowMenu of={it} may={may(it)} onAsk={(to) => ask({ to, endings: [it] })} />,
  },
];

function What({ of: it }: { of: Ending }): ReactNode {
  if (it.kind === 'exception')
    return (
      <span title={it.exception.reason || undefined}>
        <span className="text-muted">{words.exceptionFrom}</span>{' '}
        <TextLink to="/separations" search={{ tab: 'rules', open: it.exception.separation.id }}>
          {it.exception.separation.name}
        </TextLink>
      </span>
    );
  const { gives, application, state } = it.grant;
  return (
    <>
      <GrantGives gives={gives} />
      <span className="only-on-phone text-muted">
        {' '}
        <ApplicationName id={application} />
      </span>{' '}
      {it.kind === 'break_glass' && <Tag>{words.takenAtOnce}</Tag>}{' '}
      {state === 'scheduled' && <span className="text-faint small">{words.notBegun}</span>}
    </>
  );
}

function Where({ of: it }: { of: Ending }): ReactNode {
  if (it.kind === 'exception') return null;
  const { application } = it.grant;
  return (
    <span className="who">
      <ApplicationSquare application={{ id: application, name: application }} />
      <PlainLink to="/applications/$application" params={{ application }}>
        <ApplicationName id={application} />
      </PlainLink>
    </span>
  );
}

function RowMenu({
  of: it,
  may,
  onAsk,
}: {
  of: Ending;
  may: boolean;
  onAsk: (to: AskedMove['to']) => void;
}): ReactNode {
  const navigate = useNavigate();
  const { what, holder } = endingText(it);
  const label = words.menu(what, holder.name);
  const show = {
    grant: words.open,
    break_glass: words.openUse,
    exception: words.openException,
  }[it.kind];
  const open = () => {
    if (it.kind === 'exception')
      return void navigate({ to: '/separations', search: { tab: 'rules', open: it.exception.separation.id } });
    if (it.kind === 'break_glass') return void navigate({ to: '/emergencies', search: { open: it.use } });
    return void navigate({
      to: '/applications/$application',
      params: { application: it.grant.application },
      search: { tab: 'grants', open: it.grant.id },
    });
  };
  return (
    <Menu
      label={label}
      trigger={<IconButton small icon={EllipsisIcon} label={label} />}
      groups={[
        [
          ...(may ? [{ id: 'move', label: words.move, icon: CalendarClockIcon, onAction: () => onAsk('move') }] : []),
          { id: 'open', label: show, icon: ExternalLinkIcon, onAction: open },
        ],
        ...(may ? [[{ id: 'end', label: words.end, icon: XIcon, onAction: () => onAsk('end') }]] : []),
      ]}
    />
  );
}
