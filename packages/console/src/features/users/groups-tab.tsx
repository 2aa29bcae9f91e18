import type { User } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { findGroups } from '../../blocks/find.ts';
import { LeaveGroupDialog } from '../../blocks/membership/membership-dialogs.tsx';
import { words as memberWords } from '../../blocks/membership/words.ts';
import { PickPopover } from '../../blocks/pick-popover.tsx';
import { useUndo } from '../../blocks/undo.ts';
import { useRefresh } from '../../blocks/use-action.ts';
import { client } from '../../session/client.ts';
import { usePermission } from '../../session/may.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { LockIcon } from '../../ui/icon.tsx';
import { PlusIcon, UsersRoundIcon, XIcon } from '../../ui/icons.tsx';
import { PlainLink } from '../../ui/links.tsx';
import { Path } from '../../ui/path.tsx';
import { asProblem } from '../../ui/problem.ts';
import { Tools } from '../../ui/section.tsx';
import { useSignInAgainAction } from '../../ui/sign-in-again.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-model.ts';
import { Time } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';
import { userGroups } from './queries.ts';
import { groupsWords as words } from './words.ts';

/** A group that the user belongs to. For an indirect membership, it includes the groups in between. */
type GroupOfUser = Awaited<ReturnType<typeof client.users.groups>>['items'][number];

/** The groups of a user: direct memberships, which can be removed, and those inherited from other groups. */
export function GroupsTab({ user }: { user: User }): ReactNode {
  const mayManage = usePermission('groups.manage');
  const refresh = useRefresh();
  const remedy = useSignInAgainAction();
  const undoing = useUndo();
  const groups = useQuery(userGroups(user.id));
  const [leaving, setLeaving] = useState<GroupOfUser>();
  const columns = useMemo(() => columnsFor(mayManage, setLeaving), [mayManage]);

  const add = async (group: string, name: string) => {
    try {
      const params = { group, member: user.id };
      await client.groups.addMember({ params });
      const back = { run: () => client.groups.removeMember({ params }), done: memberWords.removed(user.name, name) };
      showToast({ text: memberWords.added(user.name, name), action: undoing(back) });
    } catch (thrown) {
      const problem = asProblem(thrown);
      showToast({ tone: 'no', text: problem.detail ?? problem.title, action: remedy(problem) });
    }
    await refresh();
  };
  const addButton = mayManage && (
    <PickPopover
      trigger={<Button icon={PlusIcon}>{words.add}</Button>}
      label={words.find}
      none={words.none}
      load={findGroups}
      onPick={({ id, label }) => void add(id, label)}
    />
  );
  const empty = groups.data?.items.length === 0;
  return (
    <>
      {addButton && !empty && <Tools>{addButton}</Tools>}
      <DataTable
        label={words.table(user.name)}
        columns={columns}
        rows={groups.data?.items}
        rowId={rowId}
        error={groups.error}
        onRetry={() => void groups.refetch()}
        empty={
          <EmptyState icon={UsersRoundIcon} title={words.emptyTitle} action={addButton || undefined}>
            {words.emptyText}
          </EmptyState>
        }
        skeletonRows={3}
      />
      {leaving && <LeaveGroupDialog user={user} group={leaving.group} onClose={() => setLeaving(undefined)} />}
    </>
  );
}

const rowId = (row: GroupOfUser) => row.group.id;

function columnsFor(mayManage: boolean, leave: (row: GroupOfUser) => void): readonly Column<GroupOfUser>[] {
  const columns: Column<GroupOfUser>[] = [
    {
      id: 'group',
      head: words.group,
      fold: 1,
      cell: (row) => (
        <span className="who">
          <UsersRoundIcon />
          <b>
            <PlainLink to="/groups/$group" params={{ group: row.group.id }}>
              {row.group.name}
            </PlainLink>
          </b>
        </span>
      ),
    },
    {
      id: 'by',
      head: words.comesBy,
      fold: 3,
      cell: (row) =>
        row.direct ? (
          <span className="text-muted">{words.direct}</span>
        ) : (
          <Path steps={row.via.map(({ id, name }) => ({ kind: 'group', label: name, href: `/groups/${id}` }))} />
        ),
    },
    {
      id: 'since',
      head: words.since,
      end: true,
      cell: (row) => (
        <span className="text-muted nowrap">
          <Time at={row.since} />
        </span>
      ),
    },
  ];
  if (!mayManage) return columns;
  return [
    ...columns,
    {
      id: 'remove',
      head: words.removeColumn,
      end: true,
      fold: 2,
      width: '8rem',
      cell: (row) => (
        <IconButton
          small
          icon={row.direct ? XIcon : LockIcon}
          label={words.remove(row.group.name)}
          {...(!row.direct && { reason: words.indirect })}
          onClick={() => leave(row)}
        />
      ),
    },
  ];
}
