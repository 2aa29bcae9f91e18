import type { Group, Member } from '@licet/contract';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { BroughtByGroup } from '../../blocks/brought-by-group.tsx';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { client } from '../../session/client.ts';
import { showToast } from '../../ui/toast.tsx';
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
  const queryClient = useQueryClient();
  const run = async () => {
    await client.groups.removeMember({ params: { group: group.id, member: member.id } });
    await queryClient.invalidateQueries();
    showToast({ text: words.removed(member.name, group.name) });
  };
  return (
    <ConfirmDialog
      title={words.removeTitle(member.name, group.name)}
      action={words.removeDo}
      run={run}
      onClose={onClose}
    >
      <p>
        {member.kind === 'user' ? words.removePerson : words.removeGroup(member.people.toLocaleString(), member.people)}
      </p>
      <BroughtByGroup group={group} who={member.name} user={member.kind === 'user' ? member.id : undefined} />
    </ConfirmDialog>
  );
}
