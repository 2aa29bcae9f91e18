import type { Application } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAddress } from '../../blocks/address.ts';
import { ApplicationSquare } from '../../blocks/application-name.tsx';
import { countText } from '../../blocks/totals.ts';
import { useList } from '../../blocks/use-list.ts';
import { Page } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { AppWindowIcon, PlusIcon } from '../../ui/icons.tsx';
import { PlainLink } from '../../ui/links.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Split } from '../../ui/panel.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Tools } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-model.ts';
import { useRights } from './application-tab.ts';
import { NewApplication } from './new-application.tsx';
import { applicationListQuery } from './queries.ts';
import { words } from './words.ts';

const route = getRouteApi('/signed-in/applications');

/** The list of applications, with a search and a form for a new one. */
export function ApplicationsScreen(): ReactNode {
  const [address, change] = useAddress(route);
  const navigate = useNavigate();
  const rights = useRights();
  const { q, sort, cursor } = address;
  const list = useList(address, change, 'name');
  const applications = useQuery(applicationListQuery({ q, sort, cursor }));
  const close = () => change({ add: undefined });
  const open = (application: Pick<Application, 'id'>) =>
    void navigate({ to: '/applications/$application', params: { application: application.id } });

  return (
    <Page
      title={words.applications}
      tools={
        rights.register && (
          <Button kind="primary" icon={PlusIcon} onClick={() => change({ add: '1' })}>
            {words.newApplication}
          </Button>
        )
      }
    >
      <Split panel={address.add && rights.register ? <NewApplication onClose={close} onMade={open} /> : undefined}>
        <Tools>
          <SearchField label={words.search} {...list.search} />
        </Tools>
        <DataTable
          label={words.applications}
          columns={columns}
          rowId={(application) => application.id}
          onOpen={open}
          {...list.table(applications)}
          empty={<Nothing searched={q} mayRegister={rights.register} onNew={() => change({ add: '1' })} />}
        />
        <Pager {...list.pager(applications)} />
      </Split>
    </Page>
  );
}

const columns: readonly Column<Application>[] = [
  {
    id: 'name',
    head: words.application,
    sortable: true,
    fold: 1,
    skeleton: 180,
    cell: (application) => (
      <span className="who">
        <ApplicationSquare application={application} />
        <span className="ellipsis">
          <PlainLink to="/applications/$application" params={{ application: application.id }}>
            <b>{application.name}</b>
          </PlainLink>{' '}
          <code className="text-faint small">{application.id}</code>
        </span>
      </span>
    ),
  },
  {
    id: 'owners',
    head: words.owners,
    fold: 3,
    cell: ({ owners, builtIn }) => <span className="text-muted">{builtIn ? words.licet : ownersText(owners)}</span>,
  },
  { id: 'permissions', head: words.permissions, end: true, cell: ({ permissions }) => countText(permissions) },
  { id: 'roles', head: words.roles, end: true, cell: ({ roles }) => countText(roles) },
  {
    id: 'grants',
    head: words.grants,
    end: true,
    fold: 2,
    cell: ({ grants }) => (
      <>
        {countText(grants)}
        <span className="only-on-phone text-faint"> {words.grantUnit(grants)}</span>
      </>
    ),
  },
];

function ownersText(owners: Application['owners']): string {
  const [first, second] = owners;
  if (!first) return words.none;
  if (!second) return first.name;
  return owners.length === 2
    ? words.twoOwners(first.name, second.name)
    : words.moreOwners(first.name, owners.length - 1);
}

function Nothing({
  searched,
  mayRegister,
  onNew,
}: {
  searched: string | undefined;
  mayRegister: boolean;
  onNew: () => void;
}): ReactNode {
  if (searched !== undefined)
    return (
      <EmptyState icon={AppWindowIcon} title={words.noneCalled(searched)}>
        {words.noneCalledText}
      </EmptyState>
    );
  if (!mayRegister)
    return (
      <EmptyState icon={AppWindowIcon} title={words.noneSeen}>
        {words.noneSeenText}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={AppWindowIcon}
      title={words.empty}
      action={
        <Button kind="primary" icon={PlusIcon} onClick={onNew}>
          {words.registerFirst}
        </Button>
      }
    >
      {words.emptyText}
    </EmptyState>
  );
}
