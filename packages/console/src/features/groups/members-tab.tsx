import type { Group, Member } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { useAddress } from '../../blocks/address.ts';
import { useSelection } from '../../blocks/bulk/use-selection.ts';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { type FoundOption, findPrincipals } from '../../blocks/find.ts';
import { useColumns } from '../../blocks/lists/use-columns.ts';
import { countText, totalOf, useList } from '../../blocks/use-list.ts';
import { ListViews } from '../../blocks/views/list-views.tsx';
import { useAsOf } from '../../session/as-of.ts';
import { client } from '../../session/client.ts';
import { usePermission } from '../../session/may.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { SegmentedControl } from '../../ui/choices.tsx';
import { ColumnsMenu } from '../../ui/columns-menu.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { useStoredState } from '../../ui/form-draft.ts';
import { PlusIcon, SearchIcon, UsersRoundIcon, XIcon } from '../../ui/icons.tsx';
import { lateComponent } from '../../ui/late-part.ts';
import { PlainLink } from '../../ui/links.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Tools } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-model.ts';
import { Time } from '../../ui/time.tsx';
import { Avatar } from '../../ui/who.tsx';
import { readGroup } from './address.ts';
import { groupMembers } from './queries.ts';
import { memberWords } from './words.ts';
import './groups.css';
import { words } from '../../blocks/words.ts';
import { ComboBox, type ComboBoxProps } from '../../ui/combo-box.tsx';

/** The columns of the members; the last one only for viewers who may remove members. */
function memberColumns(remove: ((member: Member) => void) | undefined): readonly Column<Member>[] {
  if (!remove) return shown;
  return [
    ...shown,
    {
      id: 'remove',
      head: memberWords.membership,
      end: true,
      fixed: true,
      fold: 2,
      width: '8rem',
      cell: (member) => (
        <IconButton small icon={XIcon} label={memberWords.remove(member.name)} onClick={() => remove(member)} />
      ),
    },
  ];
}

const shown: readonly Column<Member>[] = [
  {
    id: 'name',
    head: memberWords.name,
    sortable: true,
    fold: 1,
    skeleton: 190,
    cell: (member) => <Name member={member} />,
  },
  {
    id: 'kind',
    head: memberWords.kind,
    cell: ({ kind, people }) => (
      <span className="text-muted">
        {kind === 'user' ? memberWords.person : memberWords.groupOf(countText(people), people)}
      </span>
    ),
  },
  {
    id: 'since',
    head: memberWords.since,
    sortable: true,
    end: true,
    cell: ({ since }) => (
      <span className="text-muted nowrap">
        <Time at={since} />
      </span>
    ),
  },
];

function Name({ member }: { member: Member }): ReactNode {
  const { kind, id, name, detail, people } = member;
  if (kind === 'user') {
    return (
      <span className="who member-name">
        <Avatar name={name} />
        <span className="who-text">
          <b>
            <PlainLink to="/users/$user" params={{ user: id }} title={name}>
              <bdi>{name}</bdi>
            </PlainLink>
          </b>
          {detail !== undefined && (
            <span className="text-faint small">
              <bdi>{detail}</bdi>
            </span>
          )}
        </span>
      </span>
    );
  }
  return (
    <span className="who member-name">
      <UsersRoundIcon />
      <span className="who-text">
        <b>
          <PlainLink to="/groups/$group" params={{ group: id }} title={name}>
            <bdi>{name}</bdi>
          </PlainLink>
        </b>
        <span className="text-faint small only-on-phone">{memberWords.groupOf(countText(people), people)}</span>
      </span>
    </span>
  );
}

const MembersBar = lateComponent(async () => (await import('./members-bar.tsx')).MembersBar);

const route = getRouteApi('/signed-in/groups/$group');
const PAGE = 50;
const VIEWED = ['q', 'kind', 'sort'] as const;

/** The direct members of a group: users and groups, with buttons to add and remove them. */
export function MembersTab({ group }: { group: Group }): ReactNode {
  const [address, change] = useAddress(route);
  const list = useList(address, change, 'name');
  const mayManage = usePermission('groups.manage');
  const [adding, setAdding] = useStoredState(`adding to group ${group.id}`, false);
  const [removing, setRemoving] = useState<Member>();
  const { q, kind, sort, cursor } = address;
  const members = useQuery(groupMembers(group.id, { q, kind, sort, cursor, limit: PAGE }));
  const columns = useMemo(() => memberColumns(mayManage ? setRemoving : undefined), [mayManage]);
  const chosen = useColumns('members', columns, [address, change], {
    shows: memberWords.table(group.name),
    sort: list.sorting.sort.id,
  });
  const filtered = q !== undefined || kind !== undefined;
  const selected = useSelection<Member>(members.data?.items ?? [], JSON.stringify([group.id, q, kind]));
  // Nothing can be changed at a past instant, so no row can be selected.
  const maySelect = useAsOf() === undefined && mayManage;
  const add = mayManage && (
    <Button icon={PlusIcon} onClick={() => setAdding(true)}>
      {memberWords.add}
    </Button>
  );
  return (
    <>
      <Tools
        wrap
        end={
          <>
            <ColumnsMenu {...chosen.menu} />
            {add}
          </>
        }
      >
        <ListViews list="members" filters={VIEWED} address={address} change={change} read={readGroup} />
        <SearchField label={memberWords.find} {...list.search} />
        <SegmentedControl
          label={memberWords.show}
          choices={[
            { value: 'all', label: memberWords.all },
            { value: 'user', label: memberWords.people },
            { value: 'group', label: memberWords.groups },
          ]}
          value={kind ?? 'all'}
          onChange={(next) => change({ kind: next === 'all' ? undefined : next })}
        />
      </Tools>
      <DataTable
        label={memberWords.table(group.name)}
        {...chosen.table}
        rowId={rowId}
        rowName={rowName}
        {...(maySelect && { selection: selected.selection })}
        {...list.table(members)}
        empty={
          filtered ? (
            <EmptyState icon={SearchIcon} title={memberWords.nobody}>
              {memberWords.nobodyText}
            </EmptyState>
          ) : (
            <EmptyState icon={UsersRoundIcon} title={memberWords.emptyTitle} action={add || undefined}>
              {memberWords.emptyText}
            </EmptyState>
          )
        }
      />
      {maySelect && selected.used && (
        <MembersBar
          group={group}
          selected={selected}
          query={{ q, kind, sort }}
          total={members.data?.total ?? 0}
          totalText={members.data ? totalOf(members.data) : ''}
          isFiltered={filtered}
        />
      )}
      <Pager {...list.pager(members)} />
      {adding && <AddMemberDialog group={group} onClose={() => setAdding(false)} />}
      {removing && <RemoveMemberDialog group={group} member={removing} onClose={() => setRemoving(undefined)} />}
    </>
  );
}

const rowId = (member: Member) => member.id;
const rowName = (member: Member) => member.name;

/** Removes a member from a group, after showing which access ends with it. */
function RemoveMemberDialog({
  group,
  member,
  onClose,
}: {
  group: Group;
  member: Member;
  onClose: () => void;
}): ReactNode {
  const params = { group: group.id, member: member.id };
  return (
    <ConfirmDialog
      title={memberWords.removeTitle(member.name, group.name)}
      action={memberWords.removeDo}
      changes={[{ call: 'groups.removeMember', params }]}
      run={() => client.groups.removeMember({ params })}
      done={memberWords.removed(member.name, group.name)}
      undo={{ run: () => client.groups.addMember({ params }), done: memberWords.added(member.name, group.name) }}
      onClose={onClose}
    >
      <p>
        {member.kind === 'user'
          ? memberWords.removePerson
          : memberWords.removeGroup(countText(member.people), member.people)}
      </p>
    </ConfirmDialog>
  );
}

/** Adds a user or another group to a group. */
function AddMemberDialog({ group, onClose }: { group: Group; onClose: () => void }): ReactNode {
  const [who, setWho] = useStoredState<FoundOption | null>(`member of group ${group.id}`, null);
  const [missing, setMissing] = useState(false);
  const run = async () => {
    if (!who) {
      setMissing(true);
      return false;
    }
    const params = { group: group.id, member: who.id };
    await client.groups.addMember({ params });
    return params;
  };
  return (
    <ConfirmDialog
      title={memberWords.addTitle(group.name)}
      action={memberWords.addDo}
      inDraft={who ? memberWords.addInDraft(who.label, group.name) : undefined}
      changes={who ? [{ call: 'groups.addMember', params: { group: group.id, member: who.id } }] : []}
      run={run}
      done={who ? memberWords.added(who.label, group.name) : undefined}
      undo={(params) => ({
        run: () => client.groups.removeMember({ params }),
        done: memberWords.removed(who?.label ?? '', group.name),
      })}
      onClose={onClose}
    >
      <p>{memberWords.addText}</p>
      <PrincipalPicker
        label={memberWords.who}
        hint={memberWords.whoHint}
        value={who}
        onChange={(option) => {
          setWho(option);
          setMissing(false);
        }}
        error={missing ? memberWords.whoMissing : undefined}
      />
    </ConfirmDialog>
  );
}

/** The properties of a picker; `label` has a default. */
export type PickerProps = Omit<ComboBoxProps<FoundOption>, 'load' | 'label'> & { label?: string | undefined };

/** A picker of a user or a group. The option's `kind` says which. */
function PrincipalPicker({ label = words.person, ...rest }: PickerProps): ReactNode {
  return <ComboBox {...rest} label={label} load={findPrincipals} />;
}
