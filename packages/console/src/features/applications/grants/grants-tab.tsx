import type { Grant } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCursorPages } from '../../../blocks/cursor-pages.ts';
import { GrantEnd } from '../../../blocks/grant-end.tsx';
import { useTyped } from '../../../blocks/typed-search.ts';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { KeyRoundIcon, PlusIcon } from '../../../ui/icons.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { Split } from '../../../ui/panel.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Tools } from '../../../ui/section.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import type { Column } from '../../../ui/table-model.ts';
import { fromSort, knownSort, toSort, useAddress } from '../address.ts';
import { totalText } from '../counts.ts';
import { grantListQuery } from '../queries.ts';
import { useRights } from '../rights.ts';
import type { TabProps } from '../tab-props.ts';
import { AddGrant } from './add-grant.tsx';
import { AboutFilter, isDefaultState, StateFilter, statesOf } from './grant-filters.tsx';
import { GrantGives } from './grant-gives.tsx';
import { GrantPanel } from './grant-panel.tsx';
import { GrantTo } from './grant-to.tsx';
import './grants-tab.css';

const SORTS = ['ends', '-ends', 'starts', '-starts', 'principal', '-principal', 'gives', '-gives'] as const;

/** Who was given what in the application, until when, and why. */
export function GrantsTab({ application }: TabProps): ReactNode {
  const [address, change] = useAddress();
  const rights = useRights(application);
  const [typed, search] = useTyped(address.q ?? '', (q) => change({ q: q || undefined, cursor: undefined }, true));
  const sort = knownSort(address.sort, SORTS);
  // While a grant is added, the role or the permission of the address is what it gives, not what the list is about.
  const about = address.add ? {} : { role: address.role, permission: address.permission };
  const list = useQuery(
    grantListQuery(application.id, {
      q: address.q,
      sort,
      cursor: address.cursor,
      state: statesOf(address.state),
      principal: address.principal,
      ...about,
    }),
  );
  const pager = useCursorPages(list.data, address.cursor, (cursor) => change({ cursor }));
  const close = () =>
    change({
      open: undefined,
      add: undefined,
      to: undefined,
      ...(address.add && { role: undefined, permission: undefined }),
    });
  const narrowed =
    address.q !== undefined || !isDefaultState(address.state) || about.role || about.permission || address.principal;

  return (
    <Split panel={panelOf()}>
      <Tools end={list.data && <span className="text-faint small">{totalText(list.data)}</span>}>
        <SearchField label="Who, role or reason" value={typed} onChange={search} />
        <StateFilter value={address.state} onChange={(state) => change({ state, cursor: undefined })} />
        {!address.add && <AboutFilter application={application} address={address} onChange={change} list={list.data} />}
      </Tools>
      <DataTable
        label={`Grants in ${application.name}`}
        columns={columns}
        rows={list.data?.items}
        rowId={(grant) => grant.id}
        sort={toSort(sort)}
        onSort={(next) => change({ sort: fromSort(next), cursor: undefined })}
        onOpen={(grant) => change({ open: grant.id, add: undefined })}
        openId={address.add ? undefined : address.open}
        busy={list.isPlaceholderData}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={
          <Nothing
            narrowed={Boolean(narrowed)}
            may={rights.grant && !address.add}
            onAdd={() => change({ add: '1', open: undefined })}
            onWiden={() =>
              change({
                q: undefined,
                state: 'all',
                role: undefined,
                permission: undefined,
                principal: undefined,
                cursor: undefined,
              })
            }
          />
        }
      />
      <Pager {...pager} pending={list.isPlaceholderData} />
    </Split>
  );

  function panelOf(): ReactNode {
    if (address.add && rights.grant) return <AddGrant application={application} address={address} onClose={close} />;
    if (address.open === undefined) return undefined;
    return (
      <GrantPanel
        key={address.open}
        application={application}
        grantId={address.open}
        known={list.data?.items.find(({ id }) => id === address.open)}
        onClose={close}
      />
    );
  }
}

const columns: readonly Column<Grant>[] = [
  {
    id: 'principal',
    head: 'To',
    sortable: true,
    fold: 1,
    skeleton: 140,
    cell: ({ principal }) => <GrantTo principal={principal} />,
  },
  { id: 'gives', head: 'Gives', sortable: true, fold: 3, cell: ({ gives }) => <GrantGives gives={gives} /> },
  {
    id: 'reason',
    head: 'Reason',
    cell: ({ reason, grantedBy }) => (
      <span className="text-muted reason" title={reason === '' ? `By ${grantedBy}` : `${reason}, by ${grantedBy}`}>
        {reason || '–'}
      </span>
    ),
  },
  { id: 'ends', head: 'Ends', sortable: true, fold: 2, cell: (grant) => <GrantEnd grant={grant} /> },
];

function Nothing({
  narrowed,
  may,
  onAdd,
  onWiden,
}: {
  narrowed: boolean;
  may: boolean;
  onAdd: () => void;
  onWiden: () => void;
}): ReactNode {
  if (narrowed)
    return (
      <EmptyState icon={KeyRoundIcon} title="No grant fits" action={<Button onClick={onWiden}>Show all grants</Button>}>
        Take a filter away, or search for fewer letters.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={KeyRoundIcon}
      title="Nobody has been granted anything now"
      action={
        may && (
          <Button kind="primary" icon={PlusIcon} onClick={onAdd}>
            Add grant
          </Button>
        )
      }
    >
      Grant a role to a person or a group; it can end by itself, after two hours or on a date.
    </EmptyState>
  );
}
