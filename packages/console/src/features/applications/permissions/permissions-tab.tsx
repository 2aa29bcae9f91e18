import { type Permission as CatalogueEntry, limits } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCursorPages } from '../../../blocks/cursor-pages.ts';
import { useTyped } from '../../../blocks/typed-search.ts';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { KeyRoundIcon, PlusIcon, UploadIcon } from '../../../ui/icons.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { Split } from '../../../ui/panel.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Tools } from '../../../ui/section.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import type { Column } from '../../../ui/table-model.ts';
import { Permission } from '../../../ui/who.tsx';
import { fromSort, knownSort, toSort, useAddress } from '../address.ts';
import { countText } from '../counts.ts';
import { permissionListQuery } from '../queries.ts';
import { useRights } from '../rights.ts';
import type { TabProps } from '../tab-props.ts';
import { AddPermissions } from './add-permissions.tsx';
import { PermissionPanel } from './permission-panel.tsx';

const SORTS = ['name', '-name'] as const;

/** The catalogue: everything the application lets people do. */
export function PermissionsTab({ application }: TabProps): ReactNode {
  const [address, change] = useAddress();
  const rights = useRights(application);
  const [typed, search] = useTyped(address.q ?? '', (q) => change({ q: q || undefined, cursor: undefined }, true));
  const sort = knownSort(address.sort, SORTS);
  const list = useQuery(
    permissionListQuery(application.id, { q: address.q, sort, cursor: address.cursor, limit: limits.pageMax.value }),
  );
  const pager = useCursorPages(list.data, address.cursor, (cursor) => change({ cursor, open: undefined }));
  const open = list.data?.items.find(({ id }) => id === address.open);
  const close = () => change({ open: undefined, add: undefined });

  return (
    <Split panel={panelOf()}>
      <Tools>
        <SearchField label="Name or title" value={typed} onChange={search} />
      </Tools>
      <DataTable
        label={`Permissions of ${application.name}`}
        columns={columns}
        rows={list.data?.items}
        rowId={(permission) => permission.id}
        sort={toSort(sort)}
        onSort={(next) => change({ sort: fromSort(next), cursor: undefined })}
        onOpen={(permission) => change({ open: permission.id, add: undefined })}
        openId={address.add ? undefined : address.open}
        busy={list.isPlaceholderData}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={
          address.q === undefined ? (
            <Nothing
              mayAdd={rights.permissions}
              onAdd={() => change({ add: '1' })}
              onImport={() => change({ import: '1' })}
            />
          ) : (
            <EmptyState icon={KeyRoundIcon} title={`No permission has “${address.q}” in its name or title`}>
              Search for fewer letters.
            </EmptyState>
          )
        }
      />
      <Pager {...pager} pending={list.isPlaceholderData} />
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
    head: 'Permission',
    sortable: true,
    fold: 1,
    skeleton: 220,
    cell: ({ name }) => <Permission>{name}</Permission>,
  },
  { id: 'title', head: 'Title', fold: 3, cell: ({ title }) => <span className="text-muted">{title || '–'}</span> },
  {
    id: 'roles',
    head: 'In roles',
    end: true,
    fold: 2,
    width: '6rem',
    cell: ({ roles }) => (
      <>
        {countText(roles)}
        <span className="only-on-phone text-faint"> {roles === 1 ? 'role' : 'roles'}</span>
      </>
    ),
  },
];

function Nothing({ mayAdd, onAdd, onImport }: { mayAdd: boolean; onAdd: () => void; onImport: () => void }): ReactNode {
  if (!mayAdd) return <EmptyState icon={KeyRoundIcon} title="No permissions yet" />;
  return (
    <EmptyState
      icon={KeyRoundIcon}
      title="No permissions yet"
      action={
        <div className="inline-row">
          <Button kind="primary" icon={PlusIcon} onClick={onAdd}>
            Add permissions
          </Button>
          <Button icon={UploadIcon} onClick={onImport}>
            Import a file
          </Button>
        </div>
      }
    >
      Name what the application lets people do, such as <code>invoices.refund</code>. Its code asks for these names.
    </EmptyState>
  );
}
