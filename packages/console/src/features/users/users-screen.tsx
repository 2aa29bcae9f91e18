import type { UserRow } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState, useSyncExternalStore } from 'react';
import { useAddress } from '../../blocks/address.ts';
import { useSelection } from '../../blocks/bulk/use-selection.ts';
import { findApplications } from '../../blocks/find.ts';
import { PickPopover } from '../../blocks/pick-popover.tsx';
import { usePeoplePlace } from '../../blocks/places/people-tabs.tsx';
import { SortMenu } from '../../blocks/sort-menu.tsx';
import { totalOf, useList } from '../../blocks/use-list.ts';
import { useAsOf } from '../../session/as-of.ts';
import { usePermission } from '../../session/may.ts';
import { Page } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PlusIcon, SearchIcon, UploadIcon, UserRoundIcon } from '../../ui/icons.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Split } from '../../ui/panel.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Tools } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-model.ts';
import { filterOf, noFilter } from './address.ts';
import type { PickedUser } from './bulk/changes.ts';
import { InvitationMenu, LastRound } from './invitation-menu.tsx';
import { NewUserPanel } from './new-user-panel.tsx';
import { userList } from './queries.ts';
import { createdColumn, ListFilters, userColumns, usernameColumn } from './user-columns.tsx';
import { userWords, words } from './words.ts';

// At up to 1200 px the navigation is a rail of icons. Below 721 px tables fold and hide columns anyway.
const NARROW = window.matchMedia('(min-width: 721px) and (max-width: 1200px)');

/** Whether the window has room for only a few columns. */
function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => NARROW.matches);
}

function subscribe(listener: () => void): () => void {
  NARROW.addEventListener('change', listener);
  return () => NARROW.removeEventListener('change', listener);
}

const UsersBar = lazy(async () => ({ default: (await import('./bulk/users-bar.tsx')).UsersBar }));

const route = getRouteApi('/signed-in/users');
const PAGE = 50;
const WITH_CREATED = [...userColumns.slice(0, -1), createdColumn];
const WITH_USERNAME = [usernameColumn, ...userColumns.slice(1)];

/** The list of users: search, filters, order, and a form for a new user. */
export function UsersScreen(): ReactNode {
  const [address, change] = useAddress(route);
  const list = useList(address, change, 'name');
  const navigate = useNavigate();
  const narrow = useNarrow();
  const isNow = useAsOf() === undefined;
  const [importing, setImporting] = useState(false);
  const { sort, cursor, add } = address;
  const filter = filterOf(address);
  const { status } = filter;
  const users = useQuery(userList({ ...filter, sort, cursor, limit: PAGE }));
  const mayManage = usePermission('users.manage');
  const mayGroups = usePermission('groups.read');
  const mayAccess = usePermission('access.read');
  const place = usePeoplePlace();
  const making = add !== undefined && mayManage;
  const rows = users.data?.items ?? [];
  const inviting = status === 'invited' && mayManage;
  // Nothing can be changed at another instant, so nothing is selected there.
  const selected = useSelection<PickedUser>(rows, JSON.stringify(filter));
  const filtered = Object.values(filter).some((set) => set !== undefined);

  return (
    <Page
      title={words.users}
      {...place}
      tools={
        <>
          {isNow && (
            <Button className="hide-on-phone" icon={UploadIcon} onClick={() => setImporting(true)}>
              {words.import}
            </Button>
          )}
          {mayManage && (
            <Button kind="primary" icon={PlusIcon} onClick={() => change({ add: '1' })}>
              {words.newUser}
            </Button>
          )}
        </>
      }
    >
      <Split panel={making && <NewUserPanel onClose={() => change({ add: undefined })} />}>
        <Tools
          wrap
          end={
            <>
              <span className="text-faint small nowrap hide-on-phone">
                {users.data && words.people(totalOf(users.data), users.data.total)}
              </span>
              {inviting && <InvitationMenu filter={filter} total={users.data?.total ?? 0} />}
              <SortMenu choices={SORT_CHOICES} {...list.sorting} />
            </>
          }
        >
          <SearchField label={words.search} {...list.search} />
          <ListFilters address={address} change={change} />
        </Tools>
        {inviting && <LastRound />}
        <DataTable
          label={words.users}
          columns={columnsFor(list.sorting.sort.id)}
          hidden={[
            ...(making
              ? HIDDEN_BESIDE_PANEL
              : narrow
                ? HIDDEN_WHEN_NARROW
                : inviting
                  ? HIDDEN_WHEN_INVITED
                  : NONE_HIDDEN),
            ...(mayGroups ? NONE_HIDDEN : GROUPS_NOT_TOLD),
            ...(mayAccess ? NONE_HIDDEN : ACCESS_NOT_TOLD),
          ]}
          rowId={rowId}
          {...list.table(users)}
          onOpen={(user) => void navigate({ to: '/users/$user', params: { user: user.id } })}
          {...(isNow && { selection: { ...selected.selection, onPicture: true } })}
          rowName={rowName}
          skeletonRows={12}
          empty={
            filtered ? (
              <EmptyState
                icon={SearchIcon}
                title={words.nobody}
                action={<Button onClick={() => change(noFilter)}>{words.showEverybody}</Button>}
              >
                {words.nobodyText}
              </EmptyState>
            ) : (
              <EmptyState icon={UserRoundIcon} title={words.emptyTitle}>
                {words.emptyText}
              </EmptyState>
            )
          }
        />
        {isNow && selected.picked.size > 0 && (
          <Suspense>
            <UsersBar
              selected={selected}
              filter={filter}
              sort={sort}
              total={users.data?.total ?? 0}
              totalText={users.data ? totalOf(users.data) : ''}
            />
          </Suspense>
        )}
        <Pager {...list.pager(users)} />
      </Split>
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </Page>
  );
}

const SORT_CHOICES = [
  { id: 'name', label: words.name },
  { id: 'username', label: words.username },
  { id: 'createdAt', label: words.created, downFirst: true },
  { id: 'lastSignInAt', label: words.lastSignIn, downFirst: true },
];

const NONE_HIDDEN: readonly string[] = [];
const HIDDEN_WHEN_NARROW = ['groups'];
// Hidden for invited users: most have never signed in, and the checkbox needs the room.
const HIDDEN_WHEN_INVITED = ['lastSignInAt'];
// Hidden for viewers who may not read groups or access, because the server then sends no values for these columns.
const GROUPS_NOT_TOLD = ['groups'];
const ACCESS_NOT_TOLD = ['roles', 'ends'];
const HIDDEN_BESIDE_PANEL = ['groups', 'roles', 'ends'];
const rowId = (user: UserRow) => user.id;
const rowName = (user: UserRow) => user.name;

/** The columns of the list, which always include the one it is sorted by. */
function columnsFor(sort: string): readonly Column<UserRow>[] {
  if (sort === 'createdAt') return WITH_CREATED;
  return sort === 'username' ? WITH_USERNAME : userColumns;
}

/** Links to the import page of an application, because users are imported together with their access. */
function ImportDialog({ onClose }: { onClose: () => void }): ReactNode {
  const navigate = useNavigate();
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.importTitle}
      foot={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <PickPopover
            trigger={<Button kind="primary">{words.importChoose}</Button>}
            placement="bottom end"
            label={userWords.findApplication}
            none={userWords.noApplications}
            load={findApplications}
            onPick={({ id }) =>
              void navigate({
                to: '/applications/$application',
                params: { application: id },
                search: { import: '1' },
              })
            }
          />
        </>
      }
    >
      <p>{words.importText}</p>
    </Dialog>
  );
}
