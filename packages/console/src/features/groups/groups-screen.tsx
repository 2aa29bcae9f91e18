import type { Group } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { totalOf } from '../../blocks/list-search.ts';
import { SortMenu } from '../../blocks/sort-menu.tsx';
import { useListSearch } from '../../blocks/use-list-search.ts';
import { usePermission } from '../../session/may.ts';
import { Page } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { PlusIcon, SearchIcon, UsersRoundIcon } from '../../ui/icons.tsx';
import { PlainLink } from '../../ui/links.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Split } from '../../ui/panel.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Tools } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-model.ts';
import { Time } from '../../ui/time.tsx';
import './groups.css';
import { NewGroupPanel } from './new-group-panel.tsx';
import { groupList } from './queries.ts';
import { words } from './words.ts';

const SORTS = ['name', '-name', 'createdAt', '-createdAt'] as const;
const PAGE = 50;

/** Every group: find one, make one. */
export function GroupsScreen(): ReactNode {
  const { search, text, setText, sort, setSort, set, pager } = useListSearch('name');
  const navigate = useNavigate();
  const mayManage = usePermission('groups.manage');
  const { q, cursor } = search;
  const known = SORTS.find((one) => one === search.sort);
  const list = useQuery(groupList({ q, sort: known, cursor, limit: PAGE }));
  const panel = (add: '1' | undefined) => set({ add, cursor });
  const add = mayManage && (
    <Button kind="primary" icon={PlusIcon} onClick={() => panel('1')}>
      {words.newGroup}
    </Button>
  );

  return (
    <Page title={words.groups} tools={add || undefined}>
      <Split panel={search.add !== undefined && mayManage && <NewGroupPanel onClose={() => panel(undefined)} />}>
        <Tools
          wrap
          end={
            <>
              <span className="text-faint small nowrap hide-on-phone">
                {list.data && words.count(totalOf(list.data), list.data.total)}
              </span>
              <SortMenu choices={SORT_CHOICES} sort={sort} onSort={setSort} />
            </>
          }
        >
          <SearchField label={words.search} value={text} onChange={setText} />
        </Tools>
        <DataTable
          label={words.groups}
          columns={columns}
          rows={list.data?.items}
          rowId={rowId}
          sort={sort}
          onSort={setSort}
          onOpen={(group) => void navigate({ to: '/groups/$group', params: { group: group.id } })}
          busy={list.isPlaceholderData}
          error={list.error}
          onRetry={() => void list.refetch()}
          empty={
            q === undefined ? (
              <EmptyState icon={UsersRoundIcon} title={words.emptyTitle} action={add || undefined}>
                {words.emptyText}
              </EmptyState>
            ) : (
              <EmptyState icon={SearchIcon} title={words.nothing(q)}>
                {words.nothingText}
              </EmptyState>
            )
          }
        />
        <Pager {...pager(list.data)} pending={list.isPlaceholderData && cursor !== undefined} />
      </Split>
    </Page>
  );
}

const SORT_CHOICES = [
  { id: 'name', label: words.name },
  { id: 'createdAt', label: words.created, downFirst: true },
];

const rowId = (group: Group) => group.id;

const columns: readonly Column<Group>[] = [
  {
    id: 'name',
    head: words.name,
    sortable: true,
    fold: 1,
    skeleton: 160,
    cell: (group) => (
      <span className="who group-name">
        <UsersRoundIcon />
        <b>
          <PlainLink to="/groups/$group" params={{ group: group.id }}>
            <bdi>{group.name}</bdi>
          </PlainLink>
        </b>
      </span>
    ),
  },
  {
    id: 'description',
    head: words.description,
    fold: 3,
    cell: ({ description }) =>
      description === '' ? (
        <span className="text-faint hide-on-phone">{words.dash}</span>
      ) : (
        <span className="group-description text-muted" title={description}>
          {description}
        </span>
      ),
  },
  {
    id: 'members',
    head: words.members,
    end: true,
    fold: 2,
    cell: ({ members }) => <span className="text-muted">{members.toLocaleString()}</span>,
  },
  {
    id: 'createdAt',
    head: words.created,
    sortable: true,
    end: true,
    cell: ({ createdAt }) => (
      <span className="text-muted nowrap">
        <Time at={createdAt} />
      </span>
    ),
  },
];
