import type { Group, Member } from '@licet/contract';
import type { ReactNode } from 'react';
import { BroughtByGroup } from '../../blocks/brought-by-group.tsx';
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
  return (
    <ConfirmDialog
      title={words.removeTitle(member.name, group.name)}
      action={words.removeDo}
      run={() => client.groups.removeMember({ params: { group: group.id, member: member.id } })}
      done={words.removed(member.name, group.name)}
      onClose={onClose}
    >
      <p>{member.kind === 'user' ? words.removePerson : words.removeGroup(countText(member.people), member.people)}</p>
      <BroughtByGroup group={group} who={member.name} user={member.kind === 'user' ? member.id : undefined} />
    </ConfirmDialog>
  );
}
