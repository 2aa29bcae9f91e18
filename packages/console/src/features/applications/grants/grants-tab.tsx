import { lateComponent } from '../../../ui/late-part.ts';
import '../applications.css';
import { calls, type Grant } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSelection } from '../../../blocks/bulk/use-selection.ts';
import { GrantEnd, GrantGives, GrantTo } from '../../../blocks/grants/grant-cells.tsx';
import { useColumns } from '../../../blocks/lists/use-columns.ts';
import { AddGrant } from '../../../blocks/new-grants/add-grant.tsx';
import { words as grantWords } from '../../../blocks/new-grants/words.ts';
import { sortIn } from '../../../blocks/read-address.ts';
import { byActor, recordedText } from '../../../blocks/recorded.ts';
import { totalOf, useList } from '../../../blocks/use-list.ts';
import { ListViews } from '../../../blocks/views/list-views.tsx';
import { useAsOf } from '../../../session/as-of.ts';
import { usePermission } from '../../../session/may.ts';
import { Button } from '../../../ui/button.tsx';
import { ColumnsMenu } from '../../../ui/columns-menu.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { KeyRoundIcon } from '../../../ui/icon.tsx';
import { PlusIcon } from '../../../ui/icons.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { Split } from '../../../ui/panel.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Tools } from '../../../ui/section.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import type { Column } from '../../../ui/table-model.ts';
import { readApplication } from '../address.ts';
import { type TabProps, useApplicationAddress, useRights } from '../application-tab.ts';
import { grantListQuery } from '../queries.ts';
import { applicationWords } from '../words.ts';
import { AboutFilter, StateFilter, statesOf } from './grant-filters.tsx';
import { GrantPanel } from './grant-panel.tsx';
import { severalWords, words } from './words.ts';

const GrantsBar = lateComponent(async () => (await import('./grants-bar.tsx')).GrantsBar);
const VIEWED = ['q', 'state', 'principal', 'role', 'permission', 'sort'] as const;
const rowName = ({ principal, gives }: Grant) => severalWords.name(principal.name, gives.name);

/** The grants of the application: holder, what is granted, end, and reason. */
export function GrantsTab({ application }: TabProps): ReactNode {
  const [address, change] = useApplicationAddress();
  const rights = useRights(application);
  const mayReview = usePermission('reviews.manage');
  const { q, state, principal, cursor } = address;
  const sort = sortIn(calls.grants.list.query, address.sort) ?? 'ends';
  const list = useList({ ...address, sort }, change, 'ends');
  // While a grant is added, the role or permission in the address is a form value, not a filter of the list.
  const { role, permission } = address.add ? {} : address;
  const query = { q, sort, state: statesOf(state), principal, role, permission };
  const grants = useQuery(grantListQuery(application.id, { ...query, cursor }));
  const selected = useSelection<Grant>(grants.data?.items ?? [], JSON.stringify([application.id, query]));
  // Nothing can be changed at a past instant, so no row can be selected.
  const maySelect = useAsOf() === undefined && rights.grant && !address.add;
  const narrowed = [q, state, role, permission, principal].some((one) => one !== undefined);
  const chosen = useColumns('grants', columns, [address, change], {
    shows: words.table(application.name),
    sort: list.sorting.sort.id,
  });
  const close = () => {
    const added = address.add && { role: undefined, permission: undefined };
    change({ open: undefined, add: undefined, to: undefined, toGroup: undefined, ...added });
  };

  return (
    <Split panel={panelOf()}>
      <Tools
        end={
          <>
            <span className="hide-on-phone grants-leads">
              {mayReview && !address.add && (
                <TextLink
                  to="/reviews"
                  search={{
                    add: '1',
                    of: application.id,
                    ofRole: role,
                    ofPermission: permission,
                    ofHolder: principal,
                    ofText: q,
                  }}
                >
                  {words.review}
                </TextLink>
              )}
              <TextLink to="/ending" search={{ application: application.id }}>
                {words.endsSoon}
              </TextLink>
            </span>
            <ColumnsMenu {...chosen.menu} />
          </>
        }
      >
        {!address.add && (
          <ListViews
            list={`grants ${application.id}`}
            filters={VIEWED}
            address={address}
            change={change}
            read={readApplication}
          />
        )}
        <SearchField label={words.search} {...list.search} />
        <StateFilter value={state} onChange={(next) => change({ state: next })} />
        {!address.add && (
          <AboutFilter application={application} address={address} onChange={change} list={grants.data} />
        )}
      </Tools>
      <DataTable
        label={words.table(application.name)}
        {...chosen.table}
        rowId={(grant) => grant.id}
        onOpen={(grant) => change({ open: grant.id, add: undefined })}
        openId={address.add ? undefined : address.open}
        rowName={rowName}
        {...(maySelect && { selection: selected.selection })}
        {...list.table(grants)}
        empty={
          <Nothing
            narrowed={narrowed}
            may={rights.grant && !address.add}
            onAdd={() => change({ add: '1', open: undefined })}
            onWiden={() =>
              change({
                q: undefined,
                state: 'all',
                role: undefined,
                permission: undefined,
                principal: undefined,
              })
            }
          />
        }
      />
      {maySelect && selected.used && (
        <GrantsBar
          application={application}
          selected={selected}
          query={query}
          total={grants.data?.total ?? 0}
          totalText={grants.data ? totalOf(grants.data) : ''}
          isFiltered={narrowed}
        />
      )}
      <Pager {...list.pager(grants, narrowed ? undefined : application.grants)} />
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
        known={grants.data?.items.find(({ id }) => id === address.open)}
        onClose={close}
      />
    );
  }
}

const columns: readonly Column<Grant>[] = [
  {
    id: 'principal',
    head: grantWords.to,
    sortable: true,
    fold: 1,
    skeleton: 140,
    cell: ({ principal }) => <GrantTo principal={principal} />,
  },
  { id: 'gives', head: grantWords.gives, sortable: true, fold: 3, cell: ({ gives }) => <GrantGives gives={gives} /> },
  {
    id: 'reason',
    head: grantWords.reason,
    cell: ({ reason, grantedBy }) => (
      <span
        className="text-muted ellipsis"
        title={reason === '' ? words.by(byActor(grantedBy)) : words.reasonBy(recordedText(reason), byActor(grantedBy))}
      >
        {recordedText(reason) || words.none}
      </span>
    ),
  },
  { id: 'ends', head: grantWords.ends, sortable: true, fold: 2, cell: (grant) => <GrantEnd grant={grant} /> },
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
      <EmptyState icon={KeyRoundIcon} title={words.noneFits} action={<Button onClick={onWiden}>{words.show}</Button>}>
        {words.noneFitsText}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={KeyRoundIcon}
      title={words.empty}
      action={
        may && (
          <Button kind="primary" icon={PlusIcon} onClick={onAdd}>
            {applicationWords.make.grants}
          </Button>
        )
      }
    >
      {words.emptyText}
    </EmptyState>
  );
}
