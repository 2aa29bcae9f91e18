import type { Group, Member } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { useAddress } from '../../blocks/address.ts';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import type { FoundOption } from '../../blocks/find.ts';
import { PrincipalPicker } from '../../blocks/pickers.tsx';
import { countText } from '../../blocks/totals.ts';
import { useList } from '../../blocks/use-list.ts';
import { client } from '../../session/client.ts';
import { usePermission } from '../../session/may.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { SegmentedControl } from '../../ui/choices.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { PlusIcon, SearchIcon, UsersRoundIcon, XIcon } from '../../ui/icons.tsx';
import { useKept } from '../../ui/kept-state.ts';
import { PlainLink } from '../../ui/links.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Tools } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-model.ts';
import { Time } from '../../ui/time.tsx';
import { Avatar } from '../../ui/who.tsx';
import { groupMembers } from './queries.ts';
import { memberWords as words } from './words.ts';
import './groups.css';

/** The columns of the members; the last one only for viewers who may remove members. */
function memberColumns(remove: ((member: Member) => void) | undefined): readonly Column<Member>[] {
  if (!remove) return shown;
  return [
    ...shown,
    {
      id: 'remove',
      head: words.membership,
      end: true,
      fold: 2,
      width: '8rem',
      cell: (member) => (
        <IconButton small icon={XIcon} label={words.remove(member.name)} onClick={() => remove(member)} />
      ),
    },
  ];
}

const shown: readonly Column<Member>[] = [
  { id: 'name', head: words.name, sortable: true, fold: 1, skeleton: 190, cell: (member) => <Name member={member} /> },
  {
    id: 'kind',
    head: words.kind,
    cell: ({ kind, people }) => (
      <span className="text-muted">{kind === 'user' ? words.person : words.groupOf(countText(people), people)}</span>
    ),
  },
  {
    id: 'since',
    head: words.since,
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
        <span className="text-faint small only-on-phone">{words.groupOf(countText(people), people)}</span>
      </span>
    </span>
  );
}

const route = getRouteApi('/signed-in/groups/$group');
const PAGE = 50;

/** The direct members of a group: users and groups, with buttons to add and remove them. */
export function MembersTab({ group }: { group: Group }): ReactNode {
  const [address, change] = useAddress(route);
  const list = useList(address, change, 'name');
  const mayManage = usePermission('groups.manage');
  const [adding, setAdding] = useKept(`adding to group ${group.id}`, false);
  const [removing, setRemoving] = useState<Member>();
  const { q, kind, sort, cursor } = address;
  const members = useQuery(groupMembers(group.id, { q, kind, sort, cursor, limit: PAGE }));
  const columns = useMemo(() => memberColumns(mayManage ? setRemoving : undefined), [mayManage]);
  const filtered = q !== undefined || kind !== undefined;
  const add = mayManage && (
    <Button icon={PlusIcon} onClick={() => setAdding(true)}>
      {words.add}
    </Button>
  );
  return (
    <>
      <Tools wrap end={add || undefined}>
        <SearchField label={words.find} {...list.search} />
        <SegmentedControl
          label={words.show}
          choices={[
            { value: 'all', label: words.all },
            { value: 'user', label: words.people },
            { value: 'group', label: words.groups },
          ]}
          value={kind ?? 'all'}
          onChange={(next) => change({ kind: next === 'all' ? undefined : next })}
        />
      </Tools>
      <DataTable
        label={words.table(group.name)}
        columns={columns}
        rowId={rowId}
        {...list.table(members)}
        empty={
          filtered ? (
            <EmptyState icon={SearchIcon} title={words.nobody}>
              {words.nobodyText}
            </EmptyState>
          ) : (
            <EmptyState icon={UsersRoundIcon} title={words.emptyTitle} action={add || undefined}>
              {words.emptyText}
            </EmptyState>
          )
        }
      />
      <Pager {...list.pager(members)} />
      {adding && <AddMemberDialog group={group} onClose={() => setAdding(false)} />}
      {removing && <RemoveMemberDialog group={group} member={removing} onClose={() => setRemoving(undefined)} />}
    </>
  );
}

const rowId = (member: Member) => member.id;

/** Removes a member from a group, after saying which access ends with it. */
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
      title={words.removeTitle(member.name, group.name)}
      action={words.removeDo}
      changes={[{ call: 'groups.removeMember', params }]}
      run={() => client.groups.removeMember({ params })}
      done={words.removed(member.name, group.name)}
      undo={{ run: () => client.groups.addMember({ params }), done: words.added(member.name, group.name) }}
      onClose={onClose}
    >
      <p>{member.kind === 'user' ? words.removePerson : words.removeGroup(countText(member.people), member.people)}</p>
    </ConfirmDialog>
  );
}

/** Adds a user or another group to a group. */
function AddMemberDialog({ group, onClose }: { group: Group; onClose: () => void }): ReactNode {
  const [who, setWho] = useKept<FoundOption | null>(`member of group ${group.id}`, null);
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
      title={words.addTitle(group.name)}
      action={words.addDo}
      inDraft={who ? words.addInDraft(who.label, group.name) : undefined}
      changes={who ? [{ call: 'groups.addMember', params: { group: group.id, member: who.id } }] : []}
      run={run}
      done={who ? words.added(who.label, group.name) : undefined}
      undo={(params) => ({
        run: () => client.groups.removeMember({ params }),
        done: words.removed(who?.label ?? '', group.name),
      })}
      onClose={onClose}
    >
      <p>{words.addText}</p>
      <PrincipalPicker
        label={words.who}
        hint={words.whoHint}
        value={who}
        onChange={(option) => {
          setWho(option);
          setMissing(false);
        }}
        error={missing ? words.whoMissing : undefined}
      />
    </ConfirmDialog>
  );
}
