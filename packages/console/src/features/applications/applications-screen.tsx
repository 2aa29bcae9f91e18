import { type Application, limits, newApplication } from '@licet/contract';
import { ApiError } from '@licet/contract/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue } from 'react';
import { useAddress } from '../../blocks/address.ts';
import { ApplicationSquare } from '../../blocks/chips.tsx';
import { useColumns } from '../../blocks/lists/use-columns.ts';
import { useRefresh } from '../../blocks/use-action.ts';
import { countText, useList } from '../../blocks/use-list.ts';
import { ListViews } from '../../blocks/views/list-views.tsx';
import { client } from '../../session/client.ts';
import { Page } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { ColumnsMenu } from '../../ui/columns-menu.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { useForm } from '../../ui/form.ts';
import { FormPanel } from '../../ui/form-panel.tsx';
import { YesIcon } from '../../ui/icon.tsx';
import { AppWindowIcon, PlusIcon } from '../../ui/icons.tsx';
import { PlainLink } from '../../ui/links.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Split } from '../../ui/panel.tsx';
import { reasons } from '../../ui/reasons/shown.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { Tools } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-model.ts';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { readApplications } from './address.ts';
import { useRights } from './application-tab.ts';
import { applicationListQuery } from './queries.ts';
import { newWords, words } from './words.ts';
import '../../ui/status.css';

const route = getRouteApi('/signed-in/applications');

/** The list of applications, with a search and a form for a new one. */
export function ApplicationsScreen(): ReactNode {
  const [address, change] = useAddress(route);
  const navigate = useNavigate();
  const rights = useRights();
  const { q, sort, cursor } = address;
  const list = useList(address, change, 'name');
  const applications = useQuery(applicationListQuery({ q, sort, cursor }));
  const chosen = useColumns('applications', columns, [address, change], {
    shows: words.applications,
    sort: list.sorting.sort.id,
  });
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
      <Split panel={address.add && rights.register ? <NewApplication onClose={close} onCreated={open} /> : undefined}>
        <Tools end={<ColumnsMenu {...chosen.menu} />}>
          <ListViews list="applications" filters={VIEWED} address={address} change={change} read={readApplications} />
          <SearchField label={words.search} {...list.search} />
        </Tools>
        <DataTable
          label={words.applications}
          {...chosen.table}
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

const VIEWED = ['q', 'sort'] as const;

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

interface NewApplicationProps {
  onClose: () => void;
  onCreated: (application: Application) => void;
}

/** Registers an application. Derives the identifier from the name until the user types one. */
function NewApplication({ onClose, onCreated }: NewApplicationProps): ReactNode {
  const refresh = useRefresh();
  const form = useForm(
    {
      schema: newApplication,
      initial: { name: '', id: '', description: '' },
      entry: ({ name, id, description }) => ({ name: name.trim(), id, description: description.trim() }),
      keep: 'new-application',
      submit: async (body) => {
        const created = await client.applications.create({ body });
        onCreated(created);
        await refresh();
      },
    },
    'application',
  );
  const identifier = useIdentifierCheck(form.values.id);
  const name = form.field('name');
  const id = form.field('id');
  const follows = id.value === suggestIdentifier(name.value);

  return (
    <FormPanel
      title={words.newApplication}
      action={newWords.register}
      form={form}
      labels={{ name: newWords.name, id: newWords.identifier, description: newWords.description }}
      onClose={onClose}
    >
      <TextField
        label={newWords.name}
        hint={newWords.nameHint}
        {...name}
        onChange={(value) => {
          name.onChange(value);
          if (follows || id.value === '') id.onChange(suggestIdentifier(value));
        }}
      />
      <TextField
        label={newWords.identifier}
        mono
        spellCheck={false}
        {...id}
        error={id.error ?? identifier.error}
        hint={
          identifier.free ? (
            <span className="status tone-yes">
              <YesIcon small />
              {newWords.free}
            </span>
          ) : (
            newWords.identifierHint
          )
        }
      />
      <TextArea label={newWords.description} optional hint={newWords.descriptionHint} {...form.field('description')} />
    </FormPanel>
  );
}

/** Whether an identifier is valid and free. */
function useIdentifierCheck(typed: string): { error: string | undefined; free: boolean } {
  const id = useDeferredValue(typed);
  const shape = newApplication.shape.id.safeParse(id);
  const found = useQuery({
    queryKey: ['applications', 'identifier', id],
    enabled: shape.success,
    retry: false,
    staleTime: 5000,
    queryFn: async ({ signal }) => {
      try {
        return (await client.applications.get({ params: { application: id }, signal })).name;
      } catch (thrown) {
        if (thrown instanceof ApiError && thrown.problem.code === 'not_found') return null;
        throw thrown;
      }
    },
  });
  if (id === '') return { error: undefined, free: false };
  const [issue] = shape.error?.issues ?? [];
  if (issue) return { error: reasons.ofIssue(issue), free: false };
  if (typeof found.data === 'string') return { error: newWords.taken(found.data), free: false };
  return { error: undefined, free: found.data === null };
}

/**
 * Suggests an identifier for an application's name: "Ledger & Co." gives "ledger-co". Empty if the name has no usable
 * character.
 */
export function suggestIdentifier(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, limits.applicationIdMax.value)
    .replace(/-+$/, '');
}
