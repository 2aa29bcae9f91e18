import { type Application, pageOfClients } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DifferencesLink } from '../../blocks/differences-link.tsx';
import { DownloadMenu, type Downloads, useDownloads } from '../../blocks/download-menu.tsx';
import { client } from '../../session/client.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { EllipsisIcon, ExternalLinkIcon, PlusIcon, UploadIcon } from '../../ui/icons.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { PartName } from './address.ts';
import { useApplicationAddress, useRights } from './application-tab.ts';
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
  const importing =
    (part === 'permissions' || part === 'grants') && rights.import ? () => change({ import: '1' }) : undefined;
  return (
    <>
      {part === 'overview' && <OpenApplication application={application} />}
      {part === 'grants' && rights.access && <AccessTools application={application} onImport={importing} />}
      {(part === 'permissions' || !rights.access) && importing && (
        <Button icon={UploadIcon} onClick={importing}>
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

/** A link to the application itself, if one of its clients has a web address. */
function OpenApplication({ application: { id, name } }: { application: Application }): ReactNode {
  const { data } = useQuery(clientsQuery(id));
  const page = data && pageOfClients(data.items);
  if (page === undefined) return null;
  return (
    <a className="button hide-on-phone open-application" href={page} target="_blank" rel="noreferrer">
      <ExternalLinkIcon />
      <span className="ellipsis" title={words.open(name)}>
        {words.open(name)}
      </span>
    </a>
  );
}

const FORMATS = ['tsv', 'csv', 'json'] as const;

/** Compares, exports and imports the access in the application. On a phone, one menu contains the export and the import. */
function AccessTools({
  application: { id },
  onImport,
}: {
  application: Application;
  onImport: (() => void) | undefined;
}): ReactNode {
  const downloads: Downloads<(typeof FORMATS)[number]> = {
    formats: FORMATS.map((format) => ({
      id: format,
      label: words.formats[format],
      detail: words.formatDetails[format],
    })),
    load: (format, delimiter) => client.access.export({ params: { application: id }, query: { format, delimiter } }),
    file: `${id}-access`,
  };
  const { entries } = useDownloads(downloads);
  return (
    <>
      <span className="inline-row hide-on-phone">
        <DifferencesLink of={{ application: id }} />
        <DownloadMenu name={words.export} label={words.exportWhat} {...downloads} />
        {onImport && (
          <Button icon={UploadIcon} onClick={onImport}>
            {words.import}
          </Button>
        )}
      </span>
      <span className="only-on-phone">
        <Menu
          label={words.more}
          trigger={<IconButton icon={EllipsisIcon} label={words.more} />}
          groups={[
            entries.map((entry) => ({ ...entry, label: words.exportAs(entry.label) })),
            ...(onImport ? [[{ id: 'import', label: words.import, icon: UploadIcon, onAction: onImport }]] : []),
          ]}
        />
      </span>
    </>
  );
}
