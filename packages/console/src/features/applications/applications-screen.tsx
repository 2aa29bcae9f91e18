import type { Application } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCursorPages } from '../../blocks/cursor-pages.ts';
import { useTyped } from '../../blocks/typed-search.ts';
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
import { AppSquare } from '../../ui/who.tsx';
import { fromSort, knownSort, toSort, useAddress } from './address.ts';
import { counted, countText } from './counts.ts';
import { NewApplication } from './new-application.tsx';
import { applicationListQuery } from './queries.ts';
import { useRights } from './rights.ts';

const SORTS = ['name', '-name', 'createdAt', '-createdAt'] as const;

/** Everything that is protected: find an application, register one. */
export function ApplicationsScreen(): ReactNode {
  const [address, change] = useAddress();
  const navigate = useNavigate();
  const rights = useRights();
  const [typed, search] = useTyped(address.q ?? '', (q) => change({ q: q || undefined, cursor: undefined }, true));
  const sort = knownSort(address.sort, SORTS);
  const list = useQuery(applicationListQuery({ q: address.q, sort, cursor: address.cursor }));
  const pager = useCursorPages(list.data, address.cursor, (cursor) => change({ cursor }));
  const close = () => change({ add: undefined });
  const open = (application: Pick<Application, 'id'>) =>
    void navigate({ to: '/applications/$application', params: { application: application.id } });

  return (
    <Page
      title="Applications"
      tools={
        rights.register && (
          <Button kind="primary" icon={PlusIcon} onClick={() => change({ add: '1' })}>
            New application
          </Button>
        )
      }
    >
      <Split panel={address.add && rights.register ? <NewApplication onClose={close} onMade={open} /> : undefined}>
        <Tools>
          <SearchField label="Name or identifier" value={typed} onChange={search} />
        </Tools>
        <DataTable
          label="Applications"
          columns={columns}
          rows={list.data?.items}
          rowId={(application) => application.id}
          sort={toSort(sort)}
          onSort={(next) => change({ sort: fromSort(next), cursor: undefined })}
          onOpen={open}
          busy={list.isPlaceholderData}
          error={list.error}
          onRetry={() => void list.refetch()}
          empty={<Nothing searched={address.q} mayRegister={rights.register} onNew={() => change({ add: '1' })} />}
        />
        <Pager {...pager} pending={list.isPlaceholderData} />
      </Split>
    </Page>
  );
}

const columns: readonly Column<Application>[] = [
  {
    id: 'name',
    head: 'Application',
    sortable: true,
    fold: 1,
    skeleton: 180,
    cell: (application) => (
      <span className="who">
        <AppSquare name={application.name} />
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
    head: 'Owners',
    fold: 3,
    cell: ({ owners, builtIn }) => <span className="text-muted">{builtIn ? 'Licet itself' : ownersText(owners)}</span>,
  },
  { id: 'permissions', head: 'Permissions', end: true, cell: ({ permissions }) => countText(permissions) },
  { id: 'roles', head: 'Roles', end: true, cell: ({ roles }) => countText(roles) },
  {
    id: 'grants',
    head: 'Grants',
    end: true,
    fold: 2,
    cell: ({ grants }) => (
      <>
        {countText(grants)}
        <span className="only-on-phone text-faint"> {grants === 1 ? 'grant' : 'grants'}</span>
      </>
    ),
  },
];

function ownersText(owners: Application['owners']): string {
  const [first, second] = owners;
  if (!first) return '–';
  if (!second) return first.name;
  return owners.length === 2
    ? `${first.name}, ${second.name}`
    : `${first.name} and ${counted(owners.length - 1, 'other')}`;
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
      <EmptyState icon={AppWindowIcon} title={`No application is called “${searched}”`}>
        Search for fewer letters of its name, or for its identifier.
      </EmptyState>
    );
  if (!mayRegister)
    return (
      <EmptyState icon={AppWindowIcon} title="No application to see">
        You see the applications that you own. An administrator can make you an owner.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={AppWindowIcon}
      title="No applications yet"
      action={
        <Button kind="primary" icon={PlusIcon} onClick={onNew}>
          Register the first application
        </Button>
      }
    >
      An application is what you protect. Give it a name; then list its permissions, make roles of them, and grant these
      to people.
    </EmptyState>
  );
}
