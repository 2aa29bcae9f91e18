import type { Application } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DownloadMenu } from '../../blocks/download-menu.tsx';
import { DifferencesLink } from '../../blocks/explain-tabs.tsx';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { ExternalLinkIcon, PlusIcon, UploadIcon } from '../../ui/icons.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import type { PartName } from './address.ts';
import { useApplicationAddress, useRights } from './application-tab.ts';
import { pageOfClients } from './clients/page-of-clients.ts';
import { clientsQuery } from './queries.ts';
import { applicationWords as words } from './words.ts';

/** The buttons beside the title. At most one of them is primary: the main action of the open part. */
export function ApplicationTools({ application, part }: { application: Application; part: PartName }): ReactNode {
  const [, change] = useApplicationAddress();
  const rights = useRights(application);
  const allowed: Partial<Record<PartName, boolean>> = {
    permissions: rights.permissions,
    roles: rights.roles,
    grants: rights.grant,
    clients: rights.clients,
  };
  const labels: Partial<Record<PartName, string>> = words.make;
  const importable = part === 'permissions' || part === 'grants';
  return (
    <>
      {part === 'overview' && <OpenApplication application={application} />}
      {part === 'grants' && <DifferencesLink of={{ application: application.id }} />}
      {part === 'grants' && rights.access && <ExportMenu application={application} />}
      {importable && rights.import && (
        <Button icon={UploadIcon} onClick={() => change({ import: '1' })}>
          {words.import}
        </Button>
      )}
      {/* Without permissions there is nothing to grant: the next steps then begin with the permissions. */}
      {part === 'overview' && rights.grant && application.permissions > 0 && (
        <ButtonLink
          kind="primary"
          icon={PlusIcon}
          to="/applications/$application"
          params={{ application: application.id }}
          search={{ tab: 'grants', add: '1' }}
          activeProps={{}}
        >
          {words.make.overview}
        </ButtonLink>
      )}
      {allowed[part] && (
        <Button kind="primary" icon={PlusIcon} onClick={() => change({ add: '1', open: undefined, edit: undefined })}>
          {labels[part]}
        </Button>
      )}
    </>
  );
}

/** A link to the application itself, if its clients tell where it is. */
function OpenApplication({ application: { id, name } }: { application: Application }): ReactNode {
  const { data } = useQuery(clientsQuery(id));
  const page = data && pageOfClients(data.items);
  if (page === undefined) return null;
  return (
    <a className="button hide-on-phone" href={page} target="_blank" rel="noreferrer">
      <ExternalLinkIcon />
      {words.open(name)}
    </a>
  );
}

const FORMATS = ['tsv', 'csv', 'json'] as const;

/** Downloads the access in the application: every current pair of user and permission. */
function ExportMenu({ application }: { application: Application }): ReactNode {
  return (
    <DownloadMenu
      name={words.export}
      label={words.exportWhat}
      formats={FORMATS.map((id) => ({ id, label: words.formats[id], detail: words.formatDetails[id] }))}
      load={(format, delimiter) =>
        client.access.export({ params: { application: application.id }, query: { format, delimiter } })
      }
      file={`${application.id}-access`}
    />
  );
}
