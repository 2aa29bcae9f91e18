import type { Invited, User } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { MailWaits } from '../../blocks/mail-waits.tsx';
import { client } from '../../session/client.ts';
import { useSendsMail } from '../../session/me.ts';
import { language } from '../../ui/language.ts';
import { inviteWords as words } from './invitation-words.ts';
import { SkippedDialog } from './skipped-dialog.tsx';

/** Mails users who were not in yet a link to come in with, and says who gets none. */
export function InviteDialog({
  users,
  onClose,
}: {
  users: readonly Pick<User, 'id' | 'name'>[];
  onClose: () => void;
}): ReactNode {
  const [done, setDone] = useState<Invited>();
  const mails = useSendsMail();
  if (done)
    return (
      <SkippedDialog
        title={words.queued(done.queued, mails)}
        text={words.queuedText}
        lead={words.skipped(done.skipped.length)}
        skipped={done.skipped.map(({ user, why }) => ({ user, why: words.why[why] }))}
        onClose={onClose}
      />
    );
  const run = async () =>
    setDone(
      await client.users.invite({
        body: { users: users.map(({ id }) => id), language: language === 'de' ? 'de' : 'en' },
      }),
    );
  const [first] = users;
  return (
    <ConfirmDialog
      title={users.length === 1 && first ? words.title(first.name) : words.titleMany(users.length)}
      action={words.action}
      stay
      run={run}
      onClose={onClose}
    >
      <p>{words.text}</p>
      <MailWaits>{words.byHand}</MailWaits>
    </ConfirmDialog>
  );
}
