import './applications.css';
import type { Application } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { ApplicationSquare, applicationById } from '../../blocks/chips.tsx';
import { DifferencesLink } from '../../blocks/differences-link.tsx';
import { DownloadMenu } from '../../blocks/download-menu.tsx';
import { countText } from '../../blocks/use-list.ts';
import { client } from '../../session/client.ts';
import { Page, PageBody } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { AppWindowIcon, PlusIcon, UploadIcon } from '../../ui/icons.tsx';
import { ButtonLink, Crumb, Tab } from '../../ui/links.tsx';
import { asProblem } from '../../ui/problem.ts';
import { EmptyState, ErrorState, Skeleton, SkeletonLines } from '../../ui/states.tsx';
import { Breadcrumbs, Tabs } from '../../ui/tabs.tsx';
import { type TabName, tabs } from './address.ts';
import { applicationRoute, useApplicationAddress, useRights } from './application-tab.ts';
import { applicationWords, words } from './words.ts';

const ImportDialog = lazy(() =>
  import('./import/import-dialog.tsx').then((module) => ({ default: module.ImportDialog })),
);

const TAB_PARTS = {
  overview: lazy(() => import('./overview/overview-tab.tsx').then((part) => ({ default: part.OverviewTab }))),
  permissions: lazy(() =>
    import('./permissions/permissions-tab.tsx').then((part) => ({ default: part.PermissionsTab })),
  ),
  roles: lazy(() => import('./roles/roles-tab.tsx').then((part) => ({ default: part.RolesTab }))),
  matrix: lazy(() => import('./matrix/matrix-tab.tsx').then((part) => ({ default: part.MatrixTab }))),
  grants: lazy(() => import('./grants/grants-tab.tsx').then((part) => ({ default: part.GrantsTab }))),
  clients: lazy(() => import('./clients/clients-tab.tsx').then((part) => ({ default: part.ClientsTab }))),
  'sign-in': lazy(() => import('./sign-in-tab.tsx').then((part) => ({ default: part.SignInTab }))),
  integration: lazy(() =>
    import('./integration/integration-tab.tsx').then((part) => ({ default: part.IntegrationTab })),
  ),
  usage: lazy(() => import('./usage/usage-tab.tsx').then((part) => ({ default: part.UsageTab }))),
} as const;

/** The page of one application: overview, permissions, roles, matrix, grants, clients, sign-in, integration, usage. */
export function ApplicationScreen(): ReactNode {
  const { application: id } = applicationRoute.useParams();
  const [address, change] = useApplicationAddress();
  const found = useQuery(applicationById(id));
  const tab = address.tab ?? 'overview';
  const application = found.data;

  if (!application && found.error) return <Failed error={found.error} onRetry={() => void found.refetch()} />;
  const Part = TAB_PARTS[tab];
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
          <h1>{application?.name ?? <Skeleton width={120} />}</h1>
          <code className="text-faint small hide-on-phone">{id}</code>
        </>
      }
      tools={application && <ApplicationTools application={application} tab={tab} />}
      tabs={<ApplicationTabs id={id} application={application} tab={tab} />}
    >
      {application ? (
        <Suspense fallback={<LoadingTab />}>
          <Part key={tab} application={application} />
          {address.import && <ImportDialog application={application} onClose={() => change({ import: undefined })} />}
        </Suspense>
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
  const counts: Partial<Record<TabName, number>> = application ?? {};
  const rights = useRights(application);
  return (
    <Tabs label={application?.name ?? words.application}>
      {tabs
        .filter((name) => name !== 'usage' || rights.access)
        .filter((name) => name !== 'sign-in' || application?.builtIn === false)
        .map((name) => {
          const count = counts[name];
          return (
            <Tab
              key={name}
              to="/applications/$application"
              params={{ application: id }}
              search={name === 'overview' ? {} : { tab: name }}
              activeOptions={{ exact: true, includeSearch: true }}
              activeProps={{}}
              aria-current={name === tab ? 'page' : undefined}
              {...(typeof count === 'number' && { n: countText(count) })}
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

const FORMATS = ['tsv', 'csv', 'json'] as const;

/** Downloads the access in the application: every current pair of user and permission. */
function ExportMenu({ application }: { application: Application }): ReactNode {
  return (
    <DownloadMenu
      name={applicationWords.export}
      label={applicationWords.exportWhat}
      formats={FORMATS.map((id) => ({
        id,
        label: applicationWords.formats[id],
        detail: applicationWords.formatDetails[id],
      }))}
      load={(format, delimiter) =>
        client.access.export({ params: { application: application.id }, query: { format, delimiter } })
      }
      file={`${application.id}-access`}
    />
  );
}

/** The buttons beside the title: those of the open tab, import and export. */
function ApplicationTools({ application, tab }: { application: Application; tab: TabName }): ReactNode {
  const [, change] = useApplicationAddress();
  const rights = useRights(application);
  const allowed: Partial<Record<TabName, boolean>> = {
    permissions: rights.permissions,
    roles: rights.roles,
    grants: rights.grant,
    clients: rights.clients,
  };
  const labels: Partial<Record<TabName, string>> = applicationWords.make;
  const bulk = tab === 'overview' || tab === 'permissions' || tab === 'grants';
  return (
    <>
      {tab === 'overview' && <DifferencesLink of={{ application: application.id }} />}
      {bulk && rights.access && <ExportMenu application={application} />}
      {bulk && rights.import && (
        <Button icon={UploadIcon} onClick={() => change({ import: '1' })}>
          {applicationWords.import}
        </Button>
      )}
      {allowed[tab] && (
        <Button kind="primary" icon={PlusIcon} onClick={() => change({ add: '1', open: undefined, edit: undefined })}>
          {labels[tab]}
        </Button>
      )}
    </>
  );
}
