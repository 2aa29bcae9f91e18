import type { Group, Member } from '@licet/contract';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { countText } from '../../blocks/totals.ts';
import { client } from '../../session/client.ts';
import { memberWords as words } from './words.ts';

/** Takes somebody out of a group; says what goes with it. */
export function RemoveMemberDialog({
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
