import type { Ref, User } from '@licet/contract';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { client } from '../../session/client.ts';
import { groupsWords as words } from './words.ts';

/** Removes a user from a group, after showing the access that the group gives. */
export function LeaveGroupDialog({ user, group, onClose }: { user: User; group: Ref; onClose: () => void }): ReactNode {
  const params = { group: group.id, member: user.id };
  return (
    <ConfirmDialog
      title={words.removeTitle(user.name, group.name)}
      action={words.removeDo}
      changes={[{ call: 'groups.removeMember', params }]}
      run={() => client.groups.removeMember({ params })}
      done={words.removed(user.name, group.name)}
      undo={{ run: () => client.groups.addMember({ params }), done: words.added(user.name, group.name) }}
      onClose={onClose}
    >
      <p>{words.removeText}</p>
    </ConfirmDialog>
  );
}
