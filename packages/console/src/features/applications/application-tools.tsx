import type { Application } from '@licet/contract';
import type { ReactNode } from 'react';
import { DifferencesLink } from '../../blocks/differences-link.tsx';
import { DownloadMenu } from '../../blocks/download-menu.tsx';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { PlusIcon, UploadIcon } from '../../ui/icons.tsx';
import type { TabName } from './address.ts';
import { useRights } from './rights.ts';
import { useApplicationAddress } from './use-application-address.ts';
import { applicationWords as words } from './words.ts';

const FORMATS = ['tsv', 'csv', 'json'] as const;

/** Downloads the access in the application: every pair of user and permission in force now. */
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

/** The buttons at the end of the title's line: the open tab's own, import and export. */
export function ApplicationTools({ application, tab }: { application: Application; tab: TabName }): ReactNode {
  const [, change] = useApplicationAddress();
  const rights = useRights(application);
  const allowed: Partial<Record<TabName, boolean>> = {
    permissions: rights.permissions,
    roles: rights.roles,
    grants: rights.grant,
    clients: rights.clients,
  };
  const labels: Partial<Record<TabName, string>> = words.make;
  const bulk = tab === 'overview' || tab === 'permissions' || tab === 'grants';
  return (
    <>
      {tab === 'overview' && <DifferencesLink of={{ application: application.id }} />}
      {bulk && rights.access && <ExportMenu application={application} />}
      {bulk && rights.import && (
        <Button icon={UploadIcon} onClick={() => change({ import: '1' })}>
          {words.import}
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
