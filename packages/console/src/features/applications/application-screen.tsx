import { lateComponent } from '../../ui/late-part.ts';
import './applications.css';
import type { Application } from '@licet/contract';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ApplicationSquare, applicationById } from '../../blocks/chips.tsx';
import { knowFromList } from '../../blocks/know-from-list.ts';
import { countText } from '../../blocks/use-list.ts';
import { Page, PageBody } from '../../shell/page.tsx';
import { AppWindowIcon } from '../../ui/icons.tsx';
import { ButtonLink, Crumb, Tab } from '../../ui/links.tsx';
import { asProblem } from '../../ui/problem.ts';
import { Tools } from '../../ui/section.tsx';
import { EmptyState, ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { Breadcrumbs, Tabs } from '../../ui/tabs.tsx';
import { SkeletonHeading } from '../../ui/until.tsx';
import { type PartName, type TabName, tabNames, tabOf, tabs } from './address.ts';
import { applicationRoute, useApplicationAddress, useRights } from './application-tab.ts';
import { ApplicationTools } from './application-tools.tsx';
import { Parts } from './parts.tsx';
import { applicationWords, words } from './words.ts';

const ImportDialog = lateComponent(() => import('./import/import-dialog.tsx').then((module) => module.ImportDialog));

const PARTS = {
  overview: lateComponent(() => import('./overview/overview-tab.tsx').then((part) => part.OverviewTab)),
  permissions: lateComponent(() => import('./permissions/permissions-tab.tsx').then((part) => part.PermissionsTab)),
  roles: lateComponent(() => import('./roles/roles-tab.tsx').then((part) => part.RolesTab)),
  matrix: lateComponent(() => import('./matrix/matrix-tab.tsx').then((part) => part.MatrixTab)),
  grants: lateComponent(() => import('./grants/grants-tab.tsx').then((part) => part.GrantsTab)),
  details: lateComponent(() => import('./details/details-tab.tsx').then((part) => part.DetailsTab)),
  clients: lateComponent(() => import('./clients/clients-tab.tsx').then((part) => part.ClientsTab)),
  'sign-in': lateComponent(() => import('./sign-in-tab.tsx').then((part) => part.SignInTab)),
  integration: lateComponent(() => import('./integration/integration-tab.tsx').then((part) => part.IntegrationTab)),
  usage: lateComponent(() => import('./usage/usage-tab.tsx').then((part) => part.UsageTab)),
} as const;

/** Loads the code of the open part, and takes the application from a list that contains it. */
export async function prepareApplication(queryClient: QueryClient, id: string, tab: unknown): Promise<void> {
  knowFromList(queryClient, ['applications', 'list'], applicationById(id).queryKey, id);
  const part = Object.keys(PARTS).find((name): name is PartName => name === tab) ?? 'overview';
  await PARTS[part].preload();
}

/** The page of one application: overview, roles, access, usage, settings. */
export function ApplicationScreen(): ReactNode {
  const { application: id } = applicationRoute.useParams();
  const [address, change] = useApplicationAddress();
  const found = useQuery(applicationById(id));
  const part = address.tab ?? 'overview';
  const tab = tabOf(part);
  const application = found.data;
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<PartName>();

  const choose = (next: PartName) => {
    setChosen(next);
    void navigate({ to: '/applications/$application', params: { application: id }, search: { tab: next } });
  };

  if (!application && found.error) return <Failed error={found.error} onRetry={() => void found.refetch()} />;
  const Part = PARTS[part];
  const parts = application && (tab === 'roles' || tab === 'settings') && (
    <Parts application={application} tab={tab} part={part} onChoose={choose} takesFocus={part === chosen} />
  );
  return (
    <Page
      title={application?.name ?? words.application}
      crumbs={
        <Breadcrumbs>
          <Crumb to="/applications">{words.applications}</Crumb>
          <span>{application?.name ?? id}</span>
        </Breadcrumbs>
      }
      heading={
        <>
          <ApplicationSquare application={{ id, name: application?.name ?? id }} />
          <h1>{application?.name ?? <SkeletonHeading name={words.application} />}</h1>
          <code className="text-faint small hide-on-phone">{id}</code>
        </>
      }
      tools={application && <ApplicationTools application={application} part={part} />}
      tabs={<ApplicationTabs id={id} application={application} tab={tab} />}
    >
      {/* On the Roles tab, each view shows this control beside its own search. */}
      {tab === 'settings' && parts && <Tools>{parts}</Tools>}
      {application ? (
        <>
          <Part key={part} application={application} parts={parts} whileLoading={<LoadingTab />} />
          {address.import && <ImportDialog application={application} onClose={() => change({ import: undefined })} />}
        </>
      ) : (
        <LoadingTab />
      )}
    </Page>
  );
}

function ApplicationTabs({
  id,
  application,
  tab,
}: {
  id: string;
  application: Application | undefined;
  tab: TabName;
}): ReactNode {
  const counts: Partial<Record<TabName, number | undefined>> = {
    roles: application?.roles,
    access: application?.grants,
  };
  const rights = useRights(application);
  return (
    <Tabs label={application?.name ?? words.application}>
      {tabNames
        .filter((name) => name !== 'usage' || rights.access)
        .map((name) => {
          const count = counts[name];
          return (
            <Tab
              key={name}
              to="/applications/$application"
              params={{ application: id }}
              search={name === 'overview' ? {} : { tab: tabs[name][0] }}
              activeOptions={{ exact: true, includeSearch: true }}
              activeProps={{}}
              aria-current={name === tab ? 'page' : undefined}
              {...(count !== undefined && { n: countText(count) })}
            >
              {applicationWords.tabs[name]}
            </Tab>
          );
        })}
    </Tabs>
  );
}

function LoadingTab(): ReactNode {
  return (
    <PageBody>
      <SkeletonLines lines={6} />
    </PageBody>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactNode {
  const missing = asProblem(error).code === 'not_found';
  return (
    <Page title={words.application} heading={<h1 className="visually-hidden">{words.application}</h1>}>
      <PageBody>
        {missing ? (
          <EmptyState
            icon={AppWindowIcon}
            title={applicationWords.missing}
            action={<ButtonLink to="/applications">{applicationWords.all}</ButtonLink>}
          >
            {applicationWords.missingText}
          </EmptyState>
        ) : (
          <ErrorState error={error} onRetry={onRetry} />
        )}
      </PageBody>
    </Page>
  );
}
