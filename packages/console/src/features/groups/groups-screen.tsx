import { calls, type Group } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAddress } from '../../blocks/address.ts';
import { useColumns } from '../../blocks/lists/use-columns.ts';
import { usePeoplePlace } from '../../blocks/places/people-tabs.tsx';
import { SortMenu } from '../../blocks/sort-menu.tsx';
import { countText, totalOf, useList } from '../../blocks/use-list.ts';
import { ListViews } from '../../blocks/views/list-views.tsx';
import { usePermission } from '../../session/may.ts';
import { Page } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { ColumnsMenu } from '../../ui/columns-menu.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { PlusIcon, SearchIcon, UsersRoundIcon } from '../../ui/icons.tsx';
import { PlainLink } from '../../ui/links.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Split } from '../../ui/panel.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Tools } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-model.ts';
import { Time } from '../../ui/time.tsx';
import { readGroups } from './address.ts';
import { groupList } from './queries.ts';
import { formWords, words } from './words.ts';
import './groups.css';
import { useRefresh } from '../../blocks/use-action.ts';
import { client } from '../../session/client.ts';
import { type Form, useForm } from '../../ui/form.ts';
import { FormPanel } from '../../ui/form-panel.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';

/** Creates a group, then opens its page, where members are added. */
function NewGroupPanel({ onClose }: { onClose: () => void }): ReactNode {
  const refresh = useRefresh();
  const navigate = useNavigate();
  const form = useForm(
    {
      schema: calls.groups.create.body,
      initial: noValues,
      entry: entryOf,
      keep: 'new-group',
      submit: async (body) => {
        const group = await client.groups.create({ body });
        void refresh();
        showToast({ text: formWords.created(group.name) });
        await navigate({ to: '/groups/$group', params: { group: group.id } });
      },
    },
    'new-group',
  );
  return (
    <FormPanel
      title={formWords.title}
      lead={formWords.lead}
      action={formWords.create}
      form={form}
      labels={groupLabels}
      onClose={onClose}
    >
      <GroupFields form={form} />
    </FormPanel>
  );
}

export const groupLabels = { name: words.name, description: words.description } as const;

/** The fields for name and description. */
export function GroupFields({ form }: { form: Form<GroupValues> }): ReactNode {
  return (
    <>
      <TextField label={words.name} hint={formWords.nameHint} {...form.field('name')} />
      <TextArea label={words.description} optional hint={formWords.descriptionHint} {...form.field('description')} />
    </>
  );
}

interface GroupValues {
  name: string;
  description: string;
}

/** The initial values. */
const noValues: GroupValues = { name: '', description: '' };

/** The form values of a stored group. */
export const valuesOf = ({ name, description }: Group): GroupValues => ({ name, description });

/** The request body, with surrounding spaces removed. */
export const entryOf = ({ name, description }: GroupValues): GroupValues => ({
  name: name.trim(),
  description: description.trim(),
});

const route = getRouteApi('/signed-in/groups');
const PAGE = 50;

/** The list of groups, with a search and a form for a new one. */
export function GroupsScreen(): ReactNode {
  const [address, change] = useAddress(route);
  const list = useList(address, change, 'name');
  const navigate = useNavigate();
  const mayManage = usePermission('groups.manage');
  const place = usePeoplePlace();
  const { q, sort, cursor } = address;
  const chosen = useColumns('groups', columns, [address, change], { shows: words.groups, sort: list.sorting.sort.id });
  const groups = useQuery(groupList({ q, sort, cursor, limit: PAGE }));
  const add = mayManage && (
    <Button kind="primary" icon={PlusIcon} onClick={() => change({ add: '1' })}>
      {words.newGroup}
    </Button>
  );

  return (
    <Page title={words.groups} {...place} tools={add || undefined}>
      <Split panel={address.add && mayManage && <NewGroupPanel onClose={() => change({ add: undefined })} />}>
        <Tools
          wrap
          end={
            <>
              <span className="text-faint small nowrap hide-on-phone">
                {groups.data && words.count(totalOf(groups.data), groups.data.total)}
              </span>
              <SortMenu choices={SORT_CHOICES} {...list.sorting} />
              <ColumnsMenu {...chosen.menu} />
            </>
          }
        >
          <ListViews list="groups" filters={VIEWED} address={address} change={change} read={readGroups} />
          <SearchField label={words.search} {...list.search} />
        </Tools>
        <DataTable
          label={words.groups}
          {...chosen.table}
          rowId={rowId}
          onOpen={(group) => void navigate({ to: '/groups/$group', params: { group: group.id } })}
          {...list.table(groups)}
          empty={
            q === undefined ? (
              <EmptyState icon={UsersRoundIcon} title={words.emptyTitle} action={add || undefined}>
                {words.emptyText}
              </EmptyState>
            ) : (
              <EmptyState icon={SearchIcon} title={words.nothing(q)}>
                {words.nothingText}
              </EmptyState>
            )
          }
        />
        <Pager {...list.pager(groups)} />
      </Split>
    </Page>
  );
}

const SORT_CHOICES = [
  { id: 'name', label: words.name },
  { id: 'createdAt', label: words.created, downFirst: true },
];

const VIEWED = ['q', 'sort'] as const;

const rowId = (group: Group) => group.id;

const columns: readonly Column<Group>[] = [
  {
    id: 'name',
    head: words.name,
    sortable: true,
    fold: 1,
    skeleton: 160,
    cell: (group) => (
      <span className="who group-name">
        <UsersRoundIcon />
        <b>
          <PlainLink to="/groups/$group" params={{ group: group.id }}>
            <bdi>{group.name}</bdi>
          </PlainLink>
        </b>
      </span>
    ),
  },
  {
    id: 'description',
    head: words.description,
    fold: 3,
    cell: ({ description }) =>
      description === '' ? (
        <span className="text-faint hide-on-phone">{words.dash}</span>
      ) : (
        <span className="ellipsis text-muted">{description}</span>
      ),
  },
  {
    id: 'members',
    head: words.members,
    end: true,
    fold: 2,
    cell: ({ members }) => <span className="text-muted">{countText(members)}</span>,
  },
  {
    id: 'createdAt',
    head: words.created,
    sortable: true,
    end: true,
    cell: ({ createdAt }) => (
      <span className="text-muted nowrap">
        <Time at={createdAt} />
      </span>
    ),
  },
];
