import type { BreakGlassUse } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAddress } from '../../blocks/address.ts';
import { useList } from '../../blocks/use-list.ts';
import { Page } from '../../shell/page.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ShieldCheckIcon } from '../../ui/icons.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Split } from '../../ui/panel.tsx';
import { Tools } from '../../ui/section.tsx';
import { Select } from '../../ui/select.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-model.ts';
import { Time } from '../../ui/time.tsx';
import { Who } from '../../ui/who.tsx';
import { Offers } from './offers.tsx';
import { usesQuery } from './queries.ts';
import { RoleOf } from './role-of.tsx';
import { UsePanel } from './use-panel.tsx';
import { UseState } from './use-state.tsx';
import { words } from './words.ts';

const route = getRouteApi('/signed-in/emergencies');
const PAGE = 50;
const ALL = 'all';
const STATES = ['unreviewed', 'justified', 'objected'] as const;

/** Roles that were taken at once, and those that one may take. */
export function EmergenciesScreen(): ReactNode {
  const [address, change] = useAddress(route);
  const list = useList(address, change, '-at');
  const { state, application, cursor, open } = address;
  const found = useQuery(usesQuery({ state, application, cursor, limit: PAGE }));
  const shown = found.data?.items.find(({ id }) => id === open);
  const { sort: _, onSort: __, ...table } = list.table(found);
  return (
    <Page title={words.title} lead={words.lead}>
      <Split panel={shown && <UsePanel key={shown.id} use={shown} onClose={() => change({ open: undefined })} />}>
        <Offers />
        <Tools wrap>
          <Select
            label={words.which}
            hideLabel
            options={[{ id: ALL, label: words.all }, ...STATES.map((id) => ({ id, label: words.states[id] }))]}
            value={state ?? ALL}
            onChange={(id) => change({ state: STATES.find((one) => one === id), cursor: undefined, open: undefined })}
          />
        </Tools>
        <DataTable
          label={words.title}
          columns={columns}
          rowId={({ id }) => id}
          onOpen={({ id }) => change({ open: id })}
          openId={open}
          {...table}
          empty={
            <EmptyState icon={ShieldCheckIcon} title={state === undefined ? words.none : words.noneSuch}>
              {state === undefined ? words.noneText : words.noneSuchText}
            </EmptyState>
          }
        />
        <Pager {...list.pager(found)} />
      </Split>
    </Page>
  );
}

const columns: readonly Column<BreakGlassUse>[] = [
  {
    id: 'user',
    head: words.who,
    fold: 1,
    skeleton: 160,
    cell: ({ user }) => <Who of={user.name} name={user.name} detail={user.detail} />,
  },
  {
    id: 'role',
    head: words.role,
    fold: 2,
    cell: ({ role, application }) => <RoleOf role={role} application={application} />,
  },
  { id: 'at', head: words.taken, cell: ({ at }) => <Time at={at} /> },
  { id: 'state', head: words.state, cell: (use) => <UseState use={use} /> },
];
