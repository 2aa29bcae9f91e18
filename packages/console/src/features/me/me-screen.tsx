import { shownEmail } from '@licet/contract/shown-addresses';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EntityHeading } from '../../blocks/entity-page.tsx';
import { useMe } from '../../session/me.ts';
import { Page, PageBody } from '../../shell/page.tsx';
import { Tab } from '../../ui/links.tsx';
import { SkeletonLines } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Avatar } from '../../ui/who.tsx';
import { AccessTab } from './access-tab.tsx';
import { ActivityTab } from './activity-tab.tsx';
import { tabs } from './address.ts';
import { CredentialsTab } from './credentials-tab.tsx';
import { ProfileTab } from './profile-tab.tsx';
import { SessionsTab } from './sessions-tab.tsx';
import { words } from './words.ts';

const route = getRouteApi('/signed-in/me');
const parts = {
  profile: ProfileTab,
  credentials: CredentialsTab,
  access: AccessTab,
  sessions: SessionsTab,
  activity: ActivityTab,
} as const;

/** My account: profile, what I sign in with, what I may do and why, where I am signed in. */
export function MeScreen(): ReactNode {
  const me = useMe();
  const { tab = 'profile' } = route.useSearch();
  const Part = parts[tab];
  return (
    <Page
      title={words.title}
      heading={
        me ? (
          <EntityHeading
            lead={<Avatar name={me.user.name} size="large" />}
            name={me.user.name}
            detail={me.user.email === null ? me.user.username : shownEmail(me.user.email)}
          />
        ) : undefined
      }
      tabs={
        <Tabs label={words.title}>
          {tabs.map((name) => (
            <Tab
              key={name}
              to="/me"
              search={name === 'profile' ? {} : { tab: name }}
              activeOptions={{ exact: true, includeSearch: true }}
              activeProps={{}}
              aria-current={name === tab ? 'page' : undefined}
            >
              {words.tabs[name]}
            </Tab>
          ))}
        </Tabs>
      }
    >
      {me ? (
        <Part me={me} />
      ) : (
        <PageBody>
          <SkeletonLines />
        </PageBody>
      )}
    </Page>
  );
}
