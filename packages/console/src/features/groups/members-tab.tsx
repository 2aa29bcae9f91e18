import type { Group, Member } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { useAddress } from '../../blocks/address.ts';
import { useList } from '../../blocks/use-list.ts';
import { usePermission } from '../../session/may.ts';
import { Button } from '../../ui/button.tsx';
import { SegmentedControl } from '../../ui/choices.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { PlusIcon, SearchIcon, UsersRoundIcon } from '../../ui/icons.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Tools } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useKept } from '../../ui/use-kept.ts';
import { AddMemberDialog } from './add-member-dialog.tsx';
import { memberColumns } from './member-columns.tsx';
import { groupMembers } from './queries.ts';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';
import { memberWords as words } from './words.ts';

const route = getRouteApi('/signed-in/groups/$group');
const PAGE = 50;

/** Who is in a group: people and other groups, to add and to remove. */
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
