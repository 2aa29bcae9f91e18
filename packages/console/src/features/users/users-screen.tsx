import type { UserRow } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useAddress } from '../../blocks/address.ts';
import { useSelection } from '../../blocks/bulk/use-selection.ts';
import { findApplications } from '../../blocks/find.ts';
import { useColumns } from '../../blocks/lists/use-columns.ts';
import { PickPopover } from '../../blocks/pick-popover.tsx';
import { usePeoplePlace } from '../../blocks/places/people-tabs.tsx';
import { SortMenu } from '../../blocks/sort-menu.tsx';
import { totalOf, useList } from '../../blocks/use-list.ts';
import { useSharedViews } from '../../blocks/views/shared-views.ts';
import { ViewMenu } from '../../blocks/views/view-menu.tsx';
import { viewAddress } from '../../blocks/views/views.ts';
import { useAsOf } from '../../session/as-of.ts';
import { usePermission } from '../../session/may.ts';
import { Page } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { ColumnsMenu } from '../../ui/columns-menu.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { countSet, Filters } from '../../ui/filters.tsx';
import { MailIcon, PlusIcon, SearchIcon, UploadIcon, UserRoundIcon } from '../../ui/icons.tsx';
import { lateComponent } from '../../ui/late-part.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Panel, Split } from '../../ui/panel.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Tools } from '../../ui/section.tsx';
import { EmptyState, SkeletonLines } from '../../ui/states.tsx';
import { filterOf, noFilter, readUsers } from './address.ts';
import type { PickedUser } from './bulk/changes.ts';
import { InvitationMenu, LastRound } from './invitation-menu.tsx';
import { NewUserPanel } from './new-user-panel.tsx';
import { userList } from './queries.ts';
import { ListFilters, userColumns, usernameColumn } from './user-columns.tsx';
import { userWords, words } from './words.ts';

// At up to 1200 px the navigation is a rail of icons. Below 721 px tables fold and hide columns anyway.
const NARROW = window.matchMedia('(min-width: 721px) and (max-width: 1200px)');
const PHONE = window.matchMedia('(max-width: 720px)');

/** Whether a media query matches. */
function useMedia(media: MediaQueryList): boolean {
  return useSyncExternalStore(
    (listener) => {
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => media.matches,
  );
}

const REST_MS = 120;

/**
 * Returns a function that calls `then` with the latest user after a pause in key presses, so that a key held down loads
 * nothing. A call without a user cancels the pending one.
 */
function useRest(then: (id: string) => void): (id: string | undefined) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (id) => {
    clearTimeout(timer.current);
    if (id !== undefined) timer.current = setTimeout(() => then(id), REST_MS);
  };
}

const UsersBar = lateComponent(async () => (await import('./bulk/users-bar.tsx')).UsersBar);

const UserPanel = lateComponent(async () => (await import('./user-panel.tsx')).UserPanel);

const route = getRouteApi('/signed-in/users');
const PAGE = 50;

/** The list of users: search, filters, order, and a form for a new user. */
export function UsersScreen(): ReactNode {
  const [address, change] = useAddress(route);
  const list = useList(address, change, 'name');
  const navigate = useNavigate();
  const narrow = useMedia(NARROW);
  const phone = useMedia(PHONE);
  const isNow = useAsOf() === undefined;
  const [importing, setImporting] = useState(false);
  const { sort, cursor, add, open } = address;
  const filter = filterOf(address);
  const { status } = filter;
  const users = useQuery(userList({ ...filter, sort, cursor, limit: PAGE }));
  const mayManage = usePermission('users.manage');
  const mayGroups = usePermission('groups.read');
  const mayAccess = usePermission('access.read');
  const place = usePeoplePlace();
  const untold = [...(mayGroups ? NONE_HIDDEN : GROUPS_NOT_TOLD), ...(mayAccess ? NONE_HIDDEN : ACCESS_NOT_TOLD)];
  const { sort: by } = list.sorting;
  const chosen = useColumns('users', by.id === 'username' ? columnsByUsername : userColumns, [address, change], {
    shows: words.users,
    sort: by.id,
    untold,
  });
  const rows = users.data?.items ?? [];
  const sharing = useSharedViews();
  const making = add !== undefined && mayManage;
  const mayShow = open !== undefined && !making && !narrow && !phone;
  const beside = mayShow ? rows.find(({ id }) => id === open) : undefined;
  const awaits = mayShow && users.isLoading;
  const show = (id: string | undefined) => change({ open: id }, true);
  const rest = useRest(show);
  const inviting = status === 'invited' && mayManage;
  // Nothing can be changed at a past instant, so no row can be selected.
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
            <Button className="hide-on-phone" icon={PlusIcon} onClick={() => change({ add: '1' })}>
              {words.newUser}
            </Button>
          )}
          {isNow && mayManage && (
            <ButtonLink kind="primary" icon={MailIcon} to="/users/invite">
              {words.invitePeople}
            </ButtonLink>
          )}
        </>
      }
    >
      <Split
        panel={
          making ? (
            <NewUserPanel onClose={() => change({ add: undefined })} />
          ) : (
            beside && (
              <UserPanel
                user={beside}
                onClose={() => show(undefined)}
                whileLoading={
                  <Panel title={beside.name} onClose={() => show(undefined)} takeFocus={false}>
                    <SkeletonLines lines={5} />
                  </Panel>
                }
              />
            )
          )
        }
        awaits={awaits}
      >
        <Tools
          wrap
          end={
            <>
              <span className="text-faint small nowrap hide-on-phone">
                {users.data && words.people(totalOf(users.data), users.data.total)}
              </span>
              {inviting && <InvitationMenu filter={filter} total={users.data?.total ?? 0} />}
              <ColumnsMenu {...chosen.menu} />
            </>
          }
        >
          <ViewMenu
            list="users"
            all={words.allUsers}
            now={viewAddress(address)}
            view={address.view}
            sharing={sharing}
            onOpen={(its, view) =>
              change({
                ...noFilter,
                sort: undefined,
                shown: undefined,
                density: undefined,
                widths: undefined,
                ...readUsers(its),
                view,
              })
            }
          />
          <SearchField label={words.search} {...list.search} />
          <Filters active={countSet(Object.values({ ...filter, q: undefined }))}>
            <ListFilters address={address} change={change} />
            <SortMenu choices={SORT_CHOICES} {...list.sorting} />
          </Filters>
        </Tools>
        {inviting && <LastRound />}
        <DataTable
          label={words.users}
          {...chosen.table}
          hidden={[
            ...(beside || awaits
              ? HIDDEN_BESIDE_USER
              : making
                ? HIDDEN_BESIDE_PANEL
                : narrow
                  ? HIDDEN_WHEN_NARROW
                  : inviting
                    ? HIDDEN_WHEN_INVITED
                    : NONE_HIDDEN),
            ...(chosen.table.hidden ?? []),
          ]}
          rowId={rowId}
          {...list.table(users)}
          onOpen={(user) => {
            rest(undefined);
            void navigate({ to: '/users/$user', params: { user: user.id } });
          }}
          {...(isNow && { selection: selected.selection })}
          rowName={rowName}
          {...(!narrow &&
            !phone && {
              openId: beside?.id,
              onReach: ({ id }: UserRow, asked: boolean) => (asked || beside) && rest(id),
              ...(beside && { onEscape: () => show(undefined) }),
            })}
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
        {isNow && selected.used && (
          <UsersBar
            selected={selected}
            filter={filter}
            sort={sort}
            total={users.data?.total ?? 0}
            totalText={users.data ? totalOf(users.data) : ''}
          />
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

const columnsByUsername = [usernameColumn, ...userColumns.slice(1)];
const NONE_HIDDEN: readonly string[] = [];
const HIDDEN_WHEN_NARROW = ['groups'];
// Hidden for invited users: most have never signed in, and the checkbox needs the room.
const HIDDEN_WHEN_INVITED = ['lastSignInAt'];
// Hidden for viewers who may not read groups or access, because the server then sends no values for these columns.
const GROUPS_NOT_TOLD = ['groups'];
const ACCESS_NOT_TOLD = ['roles', 'ends'];
const HIDDEN_BESIDE_USER = ['status', 'roles'];
const HIDDEN_BESIDE_PANEL = ['groups', 'roles', 'ends'];
const rowId = (user: UserRow) => user.id;
const rowName = (user: UserRow) => user.name;

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
