import type { Application } from '@licet/contract';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { PlusIcon, UploadIcon } from '../../ui/icons.tsx';
import { type TabName, useAddress } from './address.ts';
import { ExportMenu } from './export-menu.tsx';
import { useRights } from './rights.ts';

const NEW_LABELS: Partial<Record<TabName, string>> = {
  permissions: 'Add permissions',
  roles: 'New role',
  grants: 'Add grant',
  clients: 'Register client',
};

/** The buttons at the end of the title's line: what the open tab makes, import and export. */
export function ApplicationTools({ application, tab }: { application: Application; tab: TabName }): ReactNode {
  const [, change] = useAddress();
  const rights = useRights(application);
  const label = NEW_LABELS[tab];
  const allowed = {
    permissions: rights.permissions,
    roles: rights.roles,
    grants: rights.grant,
    clients: rights.clients,
  };
  const may = tab === 'permissions' || tab === 'roles' || tab === 'grants' || tab === 'clients' ? allowed[tab] : false;
  const bulk = tab === 'overview' || tab === 'permissions' || tab === 'grants';
  return (
    <>
      {bulk && rights.access && <ExportMenu application={application} />}
      {bulk && rights.import && (
        <Button icon={UploadIcon} onClick={() => change({ import: '1' })}>
          Import
        </Button>
      )}
      {label !== undefined && may && (
        <Button kind="primary" icon={PlusIcon} onClick={() => change({ add: '1', open: undefined, edit: undefined })}>
          {label}
        </Button>
      )}
    </>
  );
}
