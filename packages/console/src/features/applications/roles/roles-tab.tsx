import type { Role } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCursorPages } from '../../../blocks/cursor-pages.ts';
import { useTyped } from '../../../blocks/typed-search.ts';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { IdCardIcon, PlusIcon, ShieldCheckIcon } from '../../../ui/icons.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { Split } from '../../../ui/panel.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Tools } from '../../../ui/section.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import type { Column } from '../../../ui/table-model.ts';
import { Tag, Tags } from '../../../ui/who.tsx';
import { fromSort, knownSort, toSort, useAddress } from '../address.ts';
import { countText } from '../counts.ts';
import { roleListQuery } from '../queries.ts';
import { useRights } from '../rights.ts';
import type { TabProps } from '../tab-props.ts';
import { EditRole } from './edit-role.tsx';
import { NewRole } from './new-role.tsx';
import { RolePanel } from './role-panel.tsx';

const SORTS = ['name', '-name', 'permissions', '-permissions', 'holders', '-holders'] as const;
const INCLUDES_SHOWN = 3;

/** The roles of an application, and what one of them brings. */
export function RolesTab({ application }: TabProps): ReactNode {
  const [address, change] = useAddress();
  const rights = useRights(application);
  const [typed, search] = useTyped(address.q ?? '', (q) => change({ q: q || undefined, cursor: undefined }, true));
  const sort = knownSort(address.sort, SORTS);
  const list = useQuery(roleListQuery(application.id, { q: address.q, sort, cursor: address.cursor }));
  const pager = useCursorPages(list.data, address.cursor, (cursor) => change({ cursor }));
  const close = () => change({ open: undefined, add: undefined, edit: undefined });
  const ownRoles = application.roles > 1;

  return (
    <Split panel={panelOf()}>
      <Tools
        end={
          address.q !== undefined && (
            <span className="text-faint small hide-on-phone">Roles by name, or by what they bring</span>
          )
        }
      >
        <SearchField label="Role or permission" value={typed} onChange={search} />
      </Tools>
      <DataTable
        label={`Roles of ${application.name}`}
        columns={columns}
        rows={list.data?.items}
        rowId={(role) => role.id}
        sort={toSort(sort)}
        onSort={(next) => change({ sort: fromSort(next), cursor: undefined })}
        onOpen={(role) => change({ open: role.id, add: undefined, edit: undefined })}
        openId={address.add ? undefined : address.open}
        busy={list.isPlaceholderData}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={
          <EmptyState icon={IdCardIcon} title={`No role is called “${address.q ?? ''}” or brings it`}>
            Search for fewer letters of a role or of a permission.
          </EmptyState>
        }
      />
      {!ownRoles && rights.roles && list.data && address.q === undefined && !address.add && (
        <EmptyState
          icon={IdCardIcon}
          title="Only admin so far"
          action={
            <Button kind="primary" icon={PlusIcon} onClick={() => change({ add: '1', open: undefined })}>
              New role
            </Button>
          }
        >
          A role is a named set of permissions. Make one for each kind of work, and grant it to people or groups.
        </EmptyState>
      )}
      <Pager {...pager} pending={list.isPlaceholderData} />
    </Split>
  );

  function panelOf(): ReactNode {
    if (address.add && rights.roles)
      return <NewRole application={application} onClose={close} onMade={(open) => change({ open, add: undefined })} />;
    if (address.open === undefined) return undefined;
    if (address.edit && rights.roles)
      return (
        <EditRole
          key={address.open}
          application={application}
          roleId={address.open}
          onDone={() => change({ edit: undefined })}
        />
      );
    return (
      <RolePanel
        key={address.open}
        application={application}
        roleId={address.open}
        onClose={close}
        onEdit={() => change({ edit: '1' })}
      />
    );
  }
}

const columns: readonly Column<Role>[] = [
  {
    id: 'name',
    head: 'Role',
    sortable: true,
    fold: 1,
    skeleton: 160,
    cell: ({ name, title, builtIn }) => (
      <span className="who">
        <span className="text-faint">{builtIn ? <ShieldCheckIcon /> : <IdCardIcon />}</span>
        <span className="ellipsis">
          <b>{name}</b>
          {(title !== '' || builtIn) && (
            <span className="text-faint small ellipsis block">{title === '' ? 'Everything, by the rule' : title}</span>
          )}
        </span>
      </span>
    ),
  },
  {
    id: 'includes',
    head: 'Includes',
    cell: ({ includes }) =>
      includes.length === 0 ? (
        <span className="text-faint">–</span>
      ) : (
        <Tags>
          {includes.slice(0, INCLUDES_SHOWN).map((role) => (
            <Tag key={role.id} icon={IdCardIcon}>
              {role.name}
            </Tag>
          ))}
          {includes.length > INCLUDES_SHOWN && (
            <span className="text-faint small">and {includes.length - INCLUDES_SHOWN}</span>
          )}
        </Tags>
      ),
  },
  {
    id: 'permissions',
    head: 'Permissions',
    sortable: true,
    end: true,
    cell: ({ permissions, builtIn }) => (builtIn ? 'all' : countText(permissions)),
  },
  {
    id: 'holders',
    head: 'Held by',
    sortable: true,
    end: true,
    fold: 2,
    cell: ({ holders }) => (
      <>
        {countText(holders)}
        <span className="only-on-phone text-faint"> {holders === 1 ? 'person' : 'people'}</span>
      </>
    ),
  },
];
