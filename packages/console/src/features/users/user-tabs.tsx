import type { User } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAddress } from '../../blocks/address.ts';
import { useTyped } from '../../blocks/typed-search.ts';
import { countText } from '../../blocks/use-list.ts';
import { useMay, usePermission } from '../../session/may.ts';
import { lateComponent } from '../../ui/late-part.ts';
import { Tab } from '../../ui/links.tsx';
import { Split } from '../../ui/panel.tsx';
import { SkeletonLines } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AccessTab, permissionsText, ROOM } from './access-tab.tsx';
import { type UserTab as TabName, viewOf } from './address.ts';
import { userAccess, userGroups } from './queries.ts';
import { UserNotes } from './user-notes.tsx';
import { userWords as words } from './words.ts';

const route = getRouteApi('/signed-in/users/$user');

/** The tabs that the viewer may open, in order. */
export function useTabs(): readonly TabName[] {
  const { may } = useMay();
  return [
    ...(may('access.read') ? (['access'] as const) : []),
    ...(may('groups.read') ? (['groups'] as const) : []),
    'sessions',
    ...(may('audit.read') ? (['activity'] as const) : []),
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

interface UserTabProps {
  tab: TabName;
  user: User;
  /** A form beside the content. */
  panel: ReactNode;
}

/** The content of one tab. All tabs but the first load when they are opened. */
export function UserTab({ tab, user, panel }: UserTabProps): ReactNode {
  const mayManage = usePermission('users.manage');
  if (tab === 'access') return <Access user={user} panel={panel} />;
  const whileLoading = (
    <div className="body padded">
      <SkeletonLines lines={5} />
    </div>
  );
  const content = (
    <>
      {tab === 'groups' && <GroupsTab user={user} whileLoading={whileLoading} />}
      {tab === 'sessions' && <SessionsTab user={user} whileLoading={whileLoading} />}
      {tab === 'activity' && <ActivityTab user={user} whileLoading={whileLoading} />}
      {tab === 'details' && <DetailsTab user={user} mayManage={mayManage} whileLoading={whileLoading} />}
    </>
  );
  return <Split panel={panel}>{tab === 'details' ? content : <UserNotes user={user}>{content}</UserNotes>}</Split>;
}

const GroupsTab = lateComponent(() => import('./groups-tab.tsx').then((module) => module.GroupsTab));
const SessionsTab = lateComponent(() => import('./sessions-tab.tsx').then((module) => module.SessionsTab));
const ActivityTab = lateComponent(() => import('./activity-tab.tsx').then((module) => module.ActivityTab));
const DetailsTab = lateComponent(() => import('./details-tab.tsx').then((module) => module.DetailsTab));

function Access({ user, panel }: { user: User; panel: ReactNode }): ReactNode {
  const [address, change] = useAddress(route);
  const { q = '', open, state } = address;
  const [typed, type] = useTyped(q, (next) => change({ q: next || undefined }, true));
  return (
    <AccessTab
      user={user}
      view={viewOf(address)}
      onView={(next) => change({ tab: 'access', show: next === 'all' ? undefined : next, state: undefined })}
      ended={state === 'over'}
      onEnded={(ended) => change({ state: ended ? 'over' : undefined })}
      typed={typed}
      onType={type}
      q={q}
      open={open?.split(',').filter((id) => id !== NONE)}
      onOpen={(ids) => change({ open: ids.length === 0 ? NONE : ids.join(',') })}
      panel={panel}
    />
  );
}

/** The value of the URL parameter `open` when all applications are collapsed. `-` is not a valid application id. */
const NONE = '-';

function useCounts(user: string, tabs: readonly TabName[]): Partial<Record<TabName, string>> {
  const enabled = (name: TabName) => ({ enabled: tabs.includes(name) });
  const access = useQuery({ ...userAccess(user), ...enabled('access') }).data?.items;
  const groups = useQuery({ ...userGroups(user), ...enabled('groups') }).data?.items;
  const found = {
    access: access ? permissionsText(access) : ROOM,
    groups: groups ? countText(groups.length) : ROOM,
  };
  return Object.fromEntries(Object.entries(found).filter(([, text]) => text !== undefined));
}
