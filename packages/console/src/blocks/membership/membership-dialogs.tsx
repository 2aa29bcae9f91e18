import type { Ref } from '@licet/contract';
import type { ReactNode } from 'react';
import { client } from '../../session/client.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { words } from './words.ts';

export interface MembershipDialogProps {
  user: Ref;
  group: Ref;
  onClose: () => void;
}

/** Removes a user from a group, after showing the access that the group gives. */
export function LeaveGroupDialog({ user, group, onClose }: MembershipDialogProps): ReactNode {
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

/** Adds a user to a group, after showing the access that the group gives. */
export function JoinGroupDialog({ user, group, onClose }: MembershipDialogProps): ReactNode {
  const params = { group: group.id, member: user.id };
  return (
    <ConfirmDialog
      title={words.addTitle(user.name, group.name)}
      action={words.addDo}
      changes={[{ call: 'groups.addMember', params }]}
      run={() => client.groups.addMember({ params })}
      done={words.added(user.name, group.name)}
      undo={{ run: () => client.groups.removeMember({ params }), done: words.removed(user.name, group.name) }}
      onClose={onClose}
    >
      <p>{words.addText}</p>
    </ConfirmDialog>
  );
}
