import type { User, Withdrawn } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { client } from '../../session/client.ts';
import { showToast } from '../../ui/toast.tsx';
import { invitationWords as words } from './invitation-words.ts';
import { SkippedDialog } from './skipped-dialog.tsx';

/** Takes invitations back: the links end at once. */
export function WithdrawDialog({
  users,
  onClose,
}: {
  users: readonly Pick<User, 'id' | 'name'>[];
  onClose: () => void;
}): ReactNode {
  const [done, setDone] = useState<Withdrawn>();
  if (done)
    return (
      <SkippedDialog
        title={words.withdrawn(done.withdrawn)}
        lead={words.notWithdrawn(done.skipped.length)}
        skipped={done.skipped.map(({ user, why }) => ({ user, why: words.whyNotWithdrawn[why] }))}
        onClose={onClose}
      />
    );
  const run = async () => {
    const answer = await client.invitations.withdraw({ body: { users: users.map(({ id }) => id) } });
    if (answer.skipped.length > 0) return setDone(answer);
    showToast({ text: words.withdrawn(answer.withdrawn) });
    onClose();
  };
  const [first] = users;
  return (
    <ConfirmDialog
      title={users.length === 1 && first ? words.withdrawTitle(first.name) : words.withdrawTitleMany(users.length)}
      action={words.withdrawAction}
      stay
      run={run}
      onClose={onClose}
    >
      <p>{words.withdrawText}</p>
    </ConfirmDialog>
  );
}
