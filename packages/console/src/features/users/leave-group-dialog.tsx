import type { Ref, User } from '@licet/contract';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { BroughtByGroup } from '../../blocks/brought-by-group.tsx';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { client } from '../../session/client.ts';
import { showToast } from '../../ui/toast.tsx';
import { groupsWords as words } from './words.ts';

/** Takes a user out of a group; says what the group brings. */
export function LeaveGroupDialog({ user, group, onClose }: { user: User; group: Ref; onClose: () => void }): ReactNode {
  const queryClient = useQueryClient();
  const run = async () => {
    await client.groups.removeMember({ params: { group: group.id, member: user.id } });
    await queryClient.invalidateQueries();
    showToast({ text: words.removed(user.name, group.name) });
  };
  return (
    <ConfirmDialog title={words.removeTitle(user.name, group.name)} action={words.removeDo} run={run} onClose={onClose}>
      <p>{words.removeText}</p>
      <BroughtByGroup group={group} who={user.name} user={user.id} />
    </ConfirmDialog>
  );
}
