import type { AccessSummary, User } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { useAddress } from '../../blocks/address.ts';
import { grantsCount } from '../../blocks/principal-grants.tsx';
import { useTyped } from '../../blocks/typed-search.ts';
import { countText, totalOf } from '../../blocks/use-list.ts';
import { useMay, usePermission } from '../../session/may.ts';
import { Tab } from '../../ui/links.tsx';
import { SkeletonLines } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AccessTab } from './access-tab.tsx';
import type { UserTab as TabName } from './address.ts';
import { userAccess, userGroups, userSessions } from './queries.ts';
import { userWords as words } from './words.ts';

const route = getRouteApi('/signed-in/users/$user');

/** The tabs that the viewer may open, in order. */
export function useTabs(): readonly TabName[] {
  const { may } = useMay();
  return [
    ...(may('access.read') ? (['access'] as const) : []),
    ...(may('groups.read') ? (['groups'] as const) : []),
    ...(may('access.read') ? (['grants'] as const) : []),
    'sessions',
    'activity',
    'details',
  ];
}

/** The row of tabs, with counts. */
export function UserTabs({ user, tabs, tab }: { user: User; tabs: readonly TabName[]; tab: TabName }): ReactNode {
  const counts = useCounts(user.id, tabs);
  return (
    <Tabs label={user.name}>
      {tabs.map((name) => (
        <Tab
          key={name}
          to="/users/$user"
          params={{ user: user.id }}
          search={{ tab: name }}
          activeOptions={{ exact: true }}
          activeProps={{}}
          aria-current={name === tab ? 'page' : undefined}
          n={counts[name]}
        >
          {words.tabs[name]}
        </Tab>
      ))}
    </Tabs>
  );
}

/** The content of one tab. All tabs but the first load when they are opened. */
export function UserTab({ tab, user }: { tab: TabName; user: User }): ReactNode {
  const mayManage = usePermission('users.manage');
  if (tab === 'access') return <Access user={user} />;
  return (
    <Suspense
      fallback={
        <div className="body padded">
          <SkeletonLines lines={5} />
        </div>
      }
    >
      {tab === 'groups' && <GroupsTab user={user} />}
      {tab === 'grants' && <Grants user={user} />}
      {tab === 'sessions' && <SessionsTab user={user} />}
      {tab === 'activity' && <Activity user={user} />}
      {tab === 'details' && <DetailsTab user={user} mayManage={mayManage} />}
    </Suspense>
  );
}

const GroupsTab = lazy(() => import('./groups-tab.tsx').then((module) => ({ default: module.GroupsTab })));
const PrincipalGrants = lazy(() =>
  import('../../blocks/principal-grants.tsx').then((module) => ({ default: module.PrincipalGrants })),
);
const SessionsTab = lazy(() => import('./sessions-tab.tsx').then((module) => ({ default: module.SessionsTab })));
const ActivityTab = lazy(() => import('./activity-tab.tsx').then((module) => ({ default: module.ActivityTab })));
const DetailsTab = lazy(() => import('./details-tab.tsx').then((module) => ({ default: module.DetailsTab })));

function Grants({ user }: { user: User }): ReactNode {
  const [{ state }, change] = useAddress(route);
  return (
    <PrincipalGrants
      kind="user"
      principal={user}
      showEnded={state === 'over'}
      onShowEnded={(ended) => change({ state: ended ? 'over' : undefined })}
    />
  );
}

function Activity({ user }: { user: User }): ReactNode {
  const [{ state }, change] = useAddress(route);
  return (
    <ActivityTab
      user={user}
      changes={state === 'changes'}
      onChanges={(changes) => change({ state: changes ? 'changes' : undefined })}
    />
  );
}

function Access({ user }: { user: User }): ReactNode {
  const [{ q = '', open }, change] = useAddress(route);
  const [typed, type] = useTyped(q, (next) => change({ q: next || undefined }, true));
  return (
    <AccessTab
      user={user}
      typed={typed}
      onType={type}
      q={q}
      open={open?.split(',').filter((id) => id !== NONE)}
      onOpen={(ids) => change({ open: ids.length === 0 ? NONE : ids.join(',') })}
    />
  );
}

/** The value of the URL parameter `open` when all applications are collapsed. `-` is not a valid application id. */
const NONE = '-';

/** A figure space, as wide as a digit, so that the tabs do not move when the count appears. */
const ROOM = '\u2007';

function useCounts(user: string, tabs: readonly TabName[]): Partial<Record<TabName, string>> {
  const enabled = (name: TabName) => ({ enabled: tabs.includes(name) });
  const access = useQuery({ ...userAccess(user), ...enabled('access') }).data?.items;
  const groups = useQuery({ ...userGroups(user), ...enabled('groups') }).data?.items;
  const grants = useQuery({ ...grantsCount('user', user), ...enabled('grants') }).data;
  const sessions = useQuery(userSessions(user)).data?.items;
  const found = {
    access: access ? permissionsText(access) : ROOM,
    groups: groups ? countText(groups.length) : ROOM,
    grants: grants ? totalOf(grants) : ROOM,
    sessions: sessions ? countText(sessions.length) : ROOM,
  };
  return Object.fromEntries(Object.entries(found).filter(([, text]) => text !== undefined));
}

/**
 * The number of listed permissions. Undefined where the number would mislead: for an admin, and for roles without
 * permissions.
 */
function permissionsText(access: readonly AccessSummary[]): string | undefined {
  const count = access.reduce((sum, { permissions }) => sum + permissions, 0);
  const isLess = access.some(({ admin }) => admin) || (count === 0 && access.length > 0);
  return isLess ? undefined : countText(count);
}
