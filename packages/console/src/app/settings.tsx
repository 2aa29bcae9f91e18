import { getRouteApi, Navigate } from '@tanstack/react-router';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { isSettingsTab, SettingsScreen, type SettingsTab } from '../features/settings/settings-screen.tsx';
import { PageBody } from '../shell/page.tsx';
import { SkeletonFields } from '../ui/states.tsx';

const route = getRouteApi('/signed-in/settings/$tab');

/** The content of each tab, from features that do not import each other. */
const parts: Readonly<Record<SettingsTab, ComponentType>> = {
  organisation: lazy(async () => ({
    default: (await import('../features/settings/organisation-tab.tsx')).OrganisationTab,
  })),
  appearance: lazy(async () => ({
    default: (await import('../features/appearance/appearance-tab.tsx')).AppearanceTab,
  })),
  policy: lazy(async () => ({ default: (await import('../features/policy/policy-tab.tsx')).PolicyTab })),
  connections: lazy(async () => ({
    default: (await import('../features/connections/connections-tab.tsx')).ConnectionsTab,
  })),
  separations: lazy(async () => ({ default: (await import('../features/separations/rules.tsx')).SeparationsTab })),
  outbox: lazy(async () => ({ default: (await import('../features/mail/outbox-tab.tsx')).OutboxTab })),
  mail: lazy(async () => ({ default: (await import('../features/mail/mail-tab.tsx')).MailTab })),
};

/** The settings, one tab at a time. */
export function Settings(): ReactNode {
  const { tab } = route.useParams();
  if (!isSettingsTab(tab)) return <FirstSettings />;
  const Part = parts[tab];
  return (
    <SettingsScreen tab={tab}>
      <Suspense fallback={<Loading />}>
        <Part />
      </Suspense>
    </SettingsScreen>
  );
}

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
