import { limits, type PermissionUse } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCursorPages } from '../../../blocks/cursor-pages.ts';
import { useTyped } from '../../../blocks/typed-search.ts';
import { SegmentedControl } from '../../../ui/choices.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { HistoryIcon } from '../../../ui/icons.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Tools } from '../../../ui/section.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import type { Column } from '../../../ui/table-model.ts';
import { Time } from '../../../ui/time.tsx';
import { Permission } from '../../../ui/who.tsx';
import { fromSort, knownSort, toSort, useAddress } from '../address.ts';
import { countText } from '../counts.ts';
import { usageQuery } from '../queries.ts';
import type { TabProps } from '../tab-props.ts';

const SORTS = ['-count', 'count', 'name', '-name', 'last', '-last'] as const;
const DAYS = limits.usageWindow.value;

/** What of the catalogue is really exercised, and what never is. */
export function UsageTab({ application }: TabProps): ReactNode {
  const [address, change] = useAddress();
  const [typed, search] = useTyped(address.q ?? '', (q) => change({ q: q || undefined, cursor: undefined }, true));
  const sort = knownSort(address.sort, SORTS);
  const list = useQuery(
    usageQuery(application.id, {
      q: address.q,
      sort,
      cursor: address.cursor,
      limit: limits.pageMax.value,
      ...(address.never && { never: 'true' }),
    }),
  );
  const pager = useCursorPages(list.data, address.cursor, (cursor) => change({ cursor }));
  const since = list.data?.since;
  if (since === null) return <NothingReported application={application.id} />;
  return (
    <>
      <Tools>
        <SearchField label="Name or title" value={typed} onChange={search} />
        <SegmentedControl
          label="Which permissions"
          choices={[
            { value: 'all', label: 'All' },
            { value: 'never', label: 'Never exercised' },
          ]}
          value={address.never ? 'never' : 'all'}
          onChange={(value) => change({ never: value === 'never' ? '1' : undefined, cursor: undefined })}
        />
        <span className="text-muted push-end hide-on-phone">
          The last {DAYS} days{since && <SinceWhen since={since} />}
        </span>
      </Tools>
      <DataTable
        label={`Usage of ${application.name}`}
        columns={columns}
        rows={list.data?.items}
        rowId={({ permission }) => permission.id}
        sort={toSort(sort)}
        onSort={(next) => change({ sort: fromSort(next), cursor: undefined })}
        busy={list.isPlaceholderData}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={
          <EmptyState
            icon={HistoryIcon}
            title={address.never ? 'Every permission was exercised' : 'No permission fits this'}
          >
            {address.q === undefined ? undefined : 'Search for fewer letters.'}
          </EmptyState>
        }
      />
      <Pager {...pager} pending={list.isPlaceholderData} />
    </>
  );
}

/** A report that began within the window says less than the window. */
function SinceWhen({ since }: { since: string }): ReactNode {
  if (Date.now() - Date.parse(since) > DAYS * 86_400_000) return null;
  return (
    <>
      ; reported since <Time at={since} />
    </>
  );
}

function NothingReported({ application }: { application: string }): ReactNode {
  return (
    <EmptyState
      icon={HistoryIcon}
      title="No usage reported yet"
      action={
        <ButtonLink
          kind="primary"
          to="/applications/$application"
          params={{ application }}
          search={{ tab: 'integration' }}
        >
          Open the integration
        </ButtonLink>
      }
    >
      An API that is guarded by <code>@licet/api</code> and has a client of the kind “service” reports which permissions
      people really exercise, about once a minute. Then this tab shows what of the catalogue is used, and what never is.
    </EmptyState>
  );
}

const columns: readonly Column<PermissionUse>[] = [
  {
    id: 'name',
    head: 'Permission',
    sortable: true,
    fold: 1,
    skeleton: 220,
    cell: ({ permission }) => <Permission>{permission.name}</Permission>,
  },
  {
    id: 'title',
    head: 'Title',
    fold: 3,
    cell: ({ permission }) => <span className="text-muted">{permission.title || '–'}</span>,
  },
  {
    id: 'users',
    head: 'People',
    end: true,
    fold: 4,
    width: '6rem',
    cell: ({ users }) => (
      <>
        {countText(users)}
        <span className="only-on-phone text-faint"> {users === 1 ? 'person' : 'people'}</span>
      </>
    ),
  },
  {
    id: 'count',
    head: 'Times',
    sortable: true,
    end: true,
    fold: 2,
    width: '7rem',
    cell: ({ count }) => (
      <>
        {countText(count)}
        <span className="only-on-phone text-faint"> {count === 1 ? 'time' : 'times'}</span>
      </>
    ),
  },
  {
    id: 'last',
    head: 'Last exercised',
    sortable: true,
    end: true,
    width: '9rem',
    cell: ({ last }) => <Time at={last} empty="Never" />,
  },
];
