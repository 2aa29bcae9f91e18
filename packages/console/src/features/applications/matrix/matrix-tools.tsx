import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { findGroups, nameIn, rolesOf } from '../../../blocks/find.ts';
import { PickPopover } from '../../../blocks/pick-popover.tsx';
import { useTyped } from '../../../blocks/typed-search.ts';
import { useMay } from '../../../session/may.ts';
import { Button } from '../../../ui/button.tsx';
import { SegmentedControl } from '../../../ui/choices.tsx';
import { Filter } from '../../../ui/filter.tsx';
import { countSet, Filters } from '../../../ui/filters.tsx';
import { ArrowDownIcon, ArrowUpIcon } from '../../../ui/icons.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import type { ApplicationAddress } from '../address.ts';
import { useApplicationAddress } from '../application-tab.ts';
import { groupNameQuery, roleQuery } from '../queries.ts';
import { type Order, orderIn, orders } from './matrix.ts';
import { words } from './words.ts';

const orderNames: Readonly<Record<Order, string>> = {
  name: words.byName,
  '-count': words.byMost,
  alike: words.byLikeness,
};

/** The parameters to reset when the matrix switches between users and roles. */
export const noRows: Partial<ApplicationAddress> = {
  q: undefined,
  open: undefined,
  role: undefined,
  inGroup: undefined,
  never: undefined,
  cursor: undefined,
};

interface MatrixToolsProps {
  application: string;
  of: 'people' | 'roles';
  mayPeople: boolean;
  /** Whether the application reports the use of permissions. */
  knowsUse: boolean;
}

/** Switches between users and roles, filters the rows, and sets the order of both axes. */
export function MatrixTools({ application, of, mayPeople, knowsUse }: MatrixToolsProps): ReactNode {
  const [address, change] = useApplicationAddress();
  const { may } = useMay();
  const [order, columnOrder] = [orderIn(address.sort), orderIn(address.columnSort)];
  const [rows, typeRows] = useTyped(address.q ?? '', (q) => change({ q: q || undefined }, true));
  const [columns, typeColumns] = useTyped(address.columns ?? '', (text) =>
    change({ columns: text || undefined }, true),
  );
  return (
    <>
      {mayPeople && (
        <SegmentedControl
          label={words.rows}
          choices={[
            { value: 'people', label: words.people },
            { value: 'roles', label: words.roles },
          ]}
          value={of}
          onChange={(next) => change({ ...noRows, rows: next })}
        />
      )}
      <SearchField label={of === 'people' ? words.searchPeople : words.searchRoles} value={rows} onChange={typeRows} />
      <Filters active={countSet([address.columns, address.inGroup, address.role, address.never, address.sort])}>
        <SearchField
          className="matrix-columns"
          label={words.searchPermissions}
          value={columns}
          onChange={typeColumns}
          shortcut={false}
        />
        {of === 'people' && may('groups.read') && <GroupFilter />}
        {of === 'people' && <RoleFilter application={application} />}
        {of === 'people' && knowsUse && (
          <Filter
            label={words.neverUsed}
            value={address.never && words.yes}
            onClick={() => change({ never: '1' })}
            onClear={() => change({ never: undefined })}
          />
        )}
        <Menu
          label={words.order}
          trigger={
            <Button
              kind="quiet"
              icon={order === 'name' ? ArrowUpIcon : ArrowDownIcon}
              aria-label={words.ordered(orderNames[order], orderNames[columnOrder])}
            >
              {orderNames[order]}
            </Button>
          }
          groups={[
            orders.map((id) => ({
              id: `rows ${id}`,
              label: orderNames[id],
              detail: words.orderOf[of],
              chosen: id === order,
              onAction: () => change({ sort: id === 'name' ? undefined : id }),
            })),
            orders.map((id) => ({
              id: `columns ${id}`,
              label: orderNames[id],
              detail: words.orderOf.columns,
              chosen: id === columnOrder,
              onAction: () => change({ columnSort: id === 'name' ? undefined : id }),
            })),
          ]}
        />
      </Filters>
    </>
  );
}

function GroupFilter(): ReactNode {
  const [{ inGroup }, change] = useApplicationAddress();
  const found = useQuery({ ...groupNameQuery(inGroup ?? ''), enabled: inGroup !== undefined });
  const value = inGroup === undefined ? undefined : nameIn(found, found.data);
  return (
    <PickPopover
      trigger={<Filter label={words.group} value={value} onClear={() => change({ inGroup: undefined })} />}
      label={words.findGroup}
      none={words.noGroups}
      load={findGroups}
      onPick={({ id }) => change({ inGroup: id })}
    />
  );
}

function RoleFilter({ application }: { application: string }): ReactNode {
  const [{ role }, change] = useApplicationAddress();
  const found = useQuery({ ...roleQuery(application, role ?? ''), enabled: role !== undefined });
  const value = role === undefined ? undefined : nameIn(found, found.data?.name);
  return (
    <PickPopover
      trigger={<Filter label={words.role} value={value} onClear={() => change({ role: undefined })} />}
      label={words.findRole}
      none={words.noRoles}
      load={rolesOf(application)}
      onPick={({ id }) => change({ role: id })}
    />
  );
}
