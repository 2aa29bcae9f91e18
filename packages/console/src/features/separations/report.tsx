import type { Violation } from '@licet/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { AddressOf } from '../../blocks/address.ts';
import { PathList } from '../../blocks/path-list.tsx';
import { countText } from '../../blocks/totals.ts';
import { useList } from '../../blocks/use-list.ts';
import { usePermission } from '../../session/may.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { SearchIcon, ShieldCheckIcon } from '../../ui/icons.tsx';
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
import { exceptionWords, reportWords as words } from './words.ts';
import './separations.css';

const PATHS = 3;

/** What a holder has of each part of a rule, and by which paths. */
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
      <div className="rows apart">
        {exception ? (
          <Callout>
            <b>
              {words.letUntil} <EndsAt at={exception.ends} />
            </b>
            <p>{words.letText}</p>
          </Callout>
        ) : (
          <Callout tone="no">
            <b>{words.holdsTooMuch}</b>
            <p>{words.whatToDo}</p>
          </Callout>
        )}
        {tooManyPaths && <p>{words.tooManyPaths(holder.name)}</p>}
        {held.map(({ part, elements }) => (
          <Section key={part} title={words.part(part)}>
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
              {words.open(holder.name)}
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

/** The holders who violate a rule, by name and with paths, and those with an exception. */
export function Report({
  address,
  change,
}: {
  address: Address;
  change: (changes: Partial<Address>, replace?: boolean) => void;
}): ReactNode {
  const list = useList(address, change, 'name');
  const { q, cursor, separation, holder, open } = address;
  const found = useQuery(violationsQuery({ q, cursor, separation, holder, limit: PAGE }));
  const rules = useInfiniteQuery(rulesQuery).data?.pages.flatMap(({ items }) => items) ?? [];
  const shown = found.data?.items.find((it) => rowId(it) === open);
  const filtered = q !== undefined || separation !== undefined || holder !== undefined;
  const { sort: _, onSort: __, ...table } = list.table(found);
  return (
    <Split
      panel={
        shown && <ViolationPanel key={rowId(shown)} violation={shown} onClose={() => change({ open: undefined })} />
      }
    >
      <Tools
        wrap
        end={
          <span className="text-faint small nowrap hide-on-phone">
            {found.data && words.count(countText(found.data.total), found.data.total)}
          </span>
        }
      >
        <SearchField label={words.search} {...list.search} />
        {rules.length > 0 && (
          <Select
            label={words.rule}
            hideLabel
            options={[{ id: ALL, label: words.all }, ...rules.map(({ id, name }) => ({ id, label: name }))]}
            value={separation ?? ALL}
            onChange={(id) => change({ separation: id === ALL ? undefined : id, open: undefined })}
          />
        )}
      </Tools>
      <DataTable
        label={words.table}
        columns={columns}
        rowId={rowId}
        onOpen={(it) => change({ open: rowId(it) })}
        openId={open}
        {...table}
        empty={
          filtered ? (
            <EmptyState icon={SearchIcon} title={words.nobodySuch}>
              {words.nobodySuchText}
            </EmptyState>
          ) : (
            <EmptyState icon={ShieldCheckIcon} title={words.nobody}>
              {rules.length > 0 ? words.nobodyText : words.noRules}
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
    head: words.who,
    fold: 1,
    skeleton: 160,
    cell: ({ holder }) => <Who of={holder.name} name={<b>{holder.name}</b>} detail={holder.detail} />,
  },
  { id: 'separation', head: words.rule, fold: 3, cell: ({ separation }) => separation.name },
  {
    id: 'held',
    head: words.holds,
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
    head: words.exception,
    fold: 2,
    end: true,
    cell: ({ exception }) =>
      exception ? (
        <StatusTag kind="scheduled">
          {words.until} <EndsAt at={exception.ends} />
        </StatusTag>
      ) : (
        <StatusTag kind="no">{words.none}</StatusTag>
      ),
  },
];
