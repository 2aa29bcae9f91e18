import { type Permission as CatalogueEntry, calls, limits } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sortIn } from '../../../blocks/read-address.ts';
import { say } from '../../../blocks/say.tsx';
import { countText } from '../../../blocks/totals.ts';
import { useList } from '../../../blocks/use-list.ts';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { PlusIcon, UploadIcon } from '../../../ui/icons.tsx';
import { KeyRoundIcon } from '../../../ui/page-icons.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { Split } from '../../../ui/panel.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Tools } from '../../../ui/section.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import type { Column } from '../../../ui/table-model.ts';
import { Permission } from '../../../ui/who.tsx';
import { type TabProps, useApplicationAddress, useRights } from '../application-tab.ts';
import { permissionListQuery } from '../queries.ts';
import { AddPermissions } from './add-permissions.tsx';
import { PermissionPanel } from './permission-panel.tsx';
import { words } from './words.ts';

/** The catalogue: all permissions of the application. */
export function PermissionsTab({ application }: TabProps): ReactNode {
  const [address, change] = useApplicationAddress();
  const rights = useRights(application);
  const { q, cursor } = address;
  const sort = sortIn(calls.permissions.list.query, address.sort) ?? 'name';
  const list = useList({ ...address, sort }, change, 'name');
  const permissions = useQuery(permissionListQuery(application.id, { q, sort, cursor, limit: limits.pageMax.value }));
  const open = permissions.data?.items.find(({ id }) => id === address.open);
  const close = () => change({ open: undefined, add: undefined });

  return (
    <Split panel={panelOf()}>
      <Tools>
        <SearchField label={words.search} {...list.search} />
      </Tools>
      <DataTable
        label={words.table(application.name)}
        columns={columns}
        rowId={(permission) => permission.id}
        onOpen={(permission) => change({ open: permission.id, add: undefined })}
        openId={address.add ? undefined : address.open}
        {...list.table(permissions)}
        empty={
          q === undefined ? (
            <Nothing
              mayAdd={rights.permissions}
              onAdd={() => change({ add: '1' })}
              onImport={() => change({ import: '1' })}
            />
          ) : (
            <EmptyState icon={KeyRoundIcon} title={words.noneFits(q)}>
              {words.noneFitsText}
            </EmptyState>
          )
        }
      />
      <Pager {...list.pager(permissions)} />
    </Split>
  );

  function panelOf(): ReactNode {
    if (address.add && rights.permissions) return <AddPermissions application={application} onClose={close} />;
    return open && <PermissionPanel key={open.id} application={application} permission={open} onClose={close} />;
  }
}

const columns: readonly Column<CatalogueEntry>[] = [
  {
    id: 'name',
    head: words.permission,
    sortable: true,
    fold: 1,
    skeleton: 220,
    cell: ({ name }) => <Permission>{name}</Permission>,
  },
  {
    id: 'title',
    head: words.title,
    fold: 3,
    cell: ({ title }) => <span className="text-muted">{title || words.none}</span>,
  },
  {
    id: 'roles',
    head: words.inRoles,
    end: true,
    fold: 2,
    width: '6rem',
    cell: ({ roles }) => (
      <>
        {countText(roles)}
        <span className="only-on-phone text-faint"> {words.unit(roles)}</span>
      </>
    ),
  },
];

function Nothing({ mayAdd, onAdd, onImport }: { mayAdd: boolean; onAdd: () => void; onImport: () => void }): ReactNode {
  if (!mayAdd) return <EmptyState icon={KeyRoundIcon} title={words.empty} />;
  return (
    <EmptyState
      icon={KeyRoundIcon}
      title={words.empty}
      action={
        <div className="inline-row">
          <Button kind="primary" icon={PlusIcon} onClick={onAdd}>
            {words.add}
          </Button>
          <Button icon={UploadIcon} onClick={onImport}>
            {words.importFile}
          </Button>
        </div>
      }
    >
      {say(words.emptyText, { example: <code>invoices.refund</code> })}
    </EmptyState>
  );
}
