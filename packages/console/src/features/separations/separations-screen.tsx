import type { Violation } from '@licet/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { type AddressOf, useAddress } from '../../blocks/address.ts';
import { DownloadMenu } from '../../blocks/download-menu.tsx';
import { PathList } from '../../blocks/path-list.tsx';
import { useAccessPlace } from '../../blocks/places/access-tabs.tsx';
import { countText, useList } from '../../blocks/use-list.ts';
import { client } from '../../session/client.ts';
import { usePermission } from '../../session/may.ts';
import { Page } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { SegmentedControl } from '../../ui/choices.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { PlusIcon, SearchIcon, ShieldCheckIcon } from '../../ui/icons.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Panel, Split } from '../../ui/panel.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Section, Tools } from '../../ui/section.tsx';
import { Select } from '../../ui/select.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status.tsx';
import type { Column } from '../../ui/table-model.ts';
import { EndsAt } from '../../ui/time.tsx';
import { Who } from '../../ui/who.tsx';
import { ExceptDialog } from './except-dialog.tsx';
import { rulesQuery, violationsQuery } from './queries.ts';
import { Rules } from './rules.tsx';
import { exceptionWords, reportWords, words } from './words.ts';
import './separations.css';

const PATHS = 3;

/** The details of a violation: the roles and permissions that the holder has from each part, with their paths. */
function ViolationPanel({ violation, onClose }: { violation: Violation; onClose: () => void }): ReactNode {
  const { separation, holder, held, exception, tooManyPaths } = violation;
  const mayManage = usePermission('separations.manage');
  const [excepting, setExcepting] = useState(false);
  return (
    <Panel
      title={holder.name}
      lead={separation.name}
      onClose={onClose}
      foot={
        mayManage && !exception ? (
          <Button kind="primary" onClick={() => setExcepting(true)}>
            {exceptionWords.for}
          </Button>
        ) : undefined
      }
    >
      <div className="rows spaced">
        {exception ? (
          <Callout>
            <b>
              {reportWords.letUntil} <EndsAt at={exception.ends} />
            </b>
            <p>{reportWords.letText}</p>
          </Callout>
        ) : (
          <Callout tone="no">
            <b>{reportWords.holdsTooMuch}</b>
            <p>{reportWords.whatToDo}</p>
          </Callout>
        )}
        {tooManyPaths && <p>{reportWords.tooManyPaths(holder.name)}</p>}
        {held.map(({ part, elements }) => (
          <Section key={part} title={reportWords.part(part)}>
            <div className="duty-held">
              {elements.map((element) => (
                <div key={element.id}>
                  <p>
                    <code>{element.name}</code>{' '}
                    <TextLink to="/applications/$application" params={{ application: element.application.id }}>
                      {element.application.name}
                    </TextLink>
                  </p>
                  <PathList
                    paths={element.paths}
                    count={element.pathCount}
                    most={PATHS}
                    permission={element.kind === 'permission' ? element.name : undefined}
                  />
                </div>
              ))}
            </div>
          </Section>
        ))}
        {holder.kind === 'user' && (
          <p>
            <TextLink to="/users/$user" params={{ user: holder.id }}>
              {reportWords.open(holder.name)}
            </TextLink>
          </p>
        )}
      </div>
      {excepting && <ExceptDialog separation={separation} holder={holder} onClose={() => setExcepting(false)} />}
    </Panel>
  );
}

const PAGE = 50;
const ALL = 'all';

type Address = AddressOf<'/signed-in/separations'>;

/** The list of violations. Each names a holder and a rule; holders with an exception are included. */
function Report({
  address,
  change,
}: {
  address: Address;
  change: (changes: Partial<Address>, replace?: boolean) => void;
}): ReactNode {
  const list = useList(address, change, 'name');
  const { q, cursor, separation, holder, open } = address;
  const found = useQuery(violationsQuery({ q, cursor, separation, holder, limit: PAGE }));
  const all = useInfiniteQuery(rulesQuery).data?.pages.flatMap(({ items }) => items);
  const rules = all ?? [];
  const shown = found.data?.items.find((it) => rowId(it) === open);
  const filtered = q !== undefined || separation !== undefined || holder !== undefined;
  const { sort: _, onSort: __, ...table } = list.table(found);
  return (
    <Split
      panel={
        shown && <ViolationPanel key={rowId(shown)} violation={shown} onClose={() => change({ open: undefined })} />
      }
      awaits={open !== undefined && found.isLoading}
    >
      <Tools
        wrap
        end={
          <span className="text-faint small nowrap hide-on-phone">
            {found.data && reportWords.count(countText(found.data.total), found.data.total)}
          </span>
        }
      >
        <SearchField label={reportWords.search} {...list.search} />
        {rules.length > 0 && (
          <Select
            label={reportWords.rule}
            hideLabel
            options={[{ id: ALL, label: reportWords.all }, ...rules.map(({ id, name }) => ({ id, label: name }))]}
            value={separation ?? ALL}
            onChange={(id) => change({ separation: id === ALL ? undefined : id, open: undefined })}
          />
        )}
      </Tools>
      <DataTable
        label={reportWords.table}
        columns={columns}
        rowId={rowId}
        onOpen={(it) => change({ open: rowId(it) })}
        openId={open}
        {...table}
        empty={
          filtered ? (
            <EmptyState icon={SearchIcon} title={reportWords.nobodySuch}>
              {reportWords.nobodySuchText}
            </EmptyState>
          ) : (
            <EmptyState icon={ShieldCheckIcon} title={reportWords.nobody}>
              {all && (all.length > 0 ? reportWords.nobodyText : reportWords.noRules)}
            </EmptyState>
          )
        }
      />
      <Pager {...list.pager(found)} />
    </Split>
  );
}

const rowId = ({ separation, holder }: Violation) => `${separation.id} ${holder.id}`;

const columns: readonly Column<Violation>[] = [
  {
    id: 'name',
    head: reportWords.who,
    fold: 1,
    skeleton: 160,
    cell: ({ holder }) => <Who of={holder.name} name={<b>{holder.name}</b>} detail={holder.detail} />,
  },
  { id: 'separation', head: reportWords.rule, fold: 3, cell: ({ separation }) => separation.name },
  {
    id: 'held',
    head: reportWords.holds,
    spare: true,
    cell: ({ held }) => (
      <span className="text-muted ellipsis">
        {held
          .flatMap(({ elements }) => elements.slice(0, 1))
          .map(({ name }) => name)
          .join(' + ')}
      </span>
    ),
  },
  {
    id: 'exception',
    head: reportWords.exception,
    fold: 2,
    end: true,
    cell: ({ exception }) =>
      exception ? (
        <StatusTag kind="scheduled">
          {reportWords.until} <EndsAt at={exception.ends} />
        </StatusTag>
      ) : (
        <StatusTag kind="no">{reportWords.none}</StatusTag>
      ),
  },
];

const route = getRouteApi('/signed-in/separations');
const FORMATS = ['csv', 'jsonl'] as const;

/** Separation of duties: violations now or at another time, and the rules. */
export function SeparationsScreen(): ReactNode {
  const [address, change] = useAddress(route);
  const { separation, holder } = address;
  const navigate = useNavigate();
  const place = useAccessPlace();
  // A viewer who may only manage the rules may not see other users' access.
  const mayRead = usePermission('access.read');
  const mayManage = usePermission('separations.manage');
  const tab = mayRead ? address.tab : 'rules';
  return (
    <Page
      title={words.title}
      {...place}
      tools={
        tab === 'rules' ? (
          mayManage ? (
            <Button kind="primary" icon={PlusIcon} onClick={() => change({ add: '1', open: undefined })}>
              {words.add}
            </Button>
          ) : undefined
        ) : (
          <DownloadMenu
            name={reportWords.download}
            label={reportWords.downloadLabel}
            formats={FORMATS.map((id) => ({
              id,
              label: reportWords.formats[id],
              detail: reportWords.formatDetails[id],
            }))}
            load={(format, delimiter) =>
              client.separations.export({ query: { separation, holder, format, delimiter } })
            }
            file={`separations-${new Date().toISOString().slice(0, 10)}`}
          />
        )
      }
      views={
        mayRead && (
          <SegmentedControl
            label={words.title}
            choices={views}
            value={tab ?? 'found'}
            onChange={(view) => void navigate({ to: '/separations', search: view === 'rules' ? { tab: 'rules' } : {} })}
          />
        )
      }
    >
      {tab === 'rules' ? (
        <Rules open={address.open} adding={address.add !== undefined} change={change} />
      ) : (
        <Report address={address} change={change} />
      )}
    </Page>
  );
}

const views = [
  { value: 'found', label: words.views.found },
  { value: 'rules', label: words.views.rules },
] as const;
