import { getRouteApi, Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SettingsAddress } from '../features/settings/address.ts';
import { SettingsScreen, type SettingsTab } from '../features/settings/settings-screen.tsx';
import { PageBody } from '../shell/page.tsx';
import { type LateComponent, lateComponent } from '../ui/late-part.ts';
import { SkeletonFields } from '../ui/states.tsx';

const route = getRouteApi('/signed-in/settings/$tab');

const MailViews = lateComponent(async () => (await import('../features/mail/mail-views.tsx')).MailViews);

/** The content of each tab, from features that do not import each other. The outbox is a view of the tab for mail. */
const parts: Readonly<Record<SettingsTab | 'outbox', LateComponent<object>>> = {
  organisation: lateComponent(async () => (await import('../features/settings/organisation-tab.tsx')).OrganisationTab),
  appearance: lateComponent(async () => (await import('../features/appearance/appearance-tab.tsx')).AppearanceTab),
  policy: lateComponent(async () => (await import('../features/policy/policy-tab.tsx')).PolicyTab),
  connections: lateComponent(async () => (await import('../features/connections/connections-tab.tsx')).ConnectionsTab),
  outbox: lateComponent(async () => (await import('../features/mail/outbox-tab.tsx')).OutboxTab),
  mail: lateComponent(async () => (await import('../features/mail/mail-tab.tsx')).MailTab),
};

/** Loads the code of a tab together with the views above it. If the views came later, they would move the tab down. */
export const prepareSettings = async (tab: string): Promise<void> => {
  if (isPart(tab)) await Promise.all([parts[tab].preload(), isMail(tab) && MailViews.preload()]);
};

/** The settings, one tab at a time. */
export function Settings(): ReactNode {
  const { tab } = route.useParams();
  const search = route.useSearch();
  if (tab === 'separations') return <Navigate to="/separations" search={rulesOf(search)} replace />;
  if (!isPart(tab)) return <FirstSettings />;
  const Part = parts[tab];
  return (
    <SettingsScreen tab={tab === 'outbox' ? 'mail' : tab} views={isMail(tab) && <MailViews view={tab} />}>
      <Part whileLoading={<Loading />} />
    </SettingsScreen>
  );
}

const isPart = (name: string): name is keyof typeof parts => Object.hasOwn(parts, name);

const isMail = (tab: string): tab is 'mail' | 'outbox' => tab === 'mail' || tab === 'outbox';

/** The address of the separation rules, which were a tab of the settings. */
const rulesOf = ({ open, add }: SettingsAddress) => ({ tab: 'rules', open, add: add ? '1' : undefined }) as const;

/** Redirects to the first tab. */
export function FirstSettings(): ReactNode {
  return <Navigate to="/settings/$tab" params={{ tab: 'organisation' }} replace />;
}

function Loading(): ReactNode {
  return (
    <PageBody>
      <SkeletonFields />
    </PageBody>
  );
}
