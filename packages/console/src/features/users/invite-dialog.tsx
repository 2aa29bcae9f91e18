import type { Invited, User } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { language } from '../../ui/language.ts';
import { TextLink } from '../../ui/links.tsx';
import { inviteWords as words } from './words.ts';

/** Mails users who were not in yet a link to come in with, and says who gets none. */
export function InviteDialog({
  users,
  onClose,
}: {
  users: readonly Pick<User, 'id' | 'name'>[];
  onClose: () => void;
}): ReactNode {
  const [done, setDone] = useState<Invited>();
  if (done) return <InvitedDialog done={done} onClose={onClose} />;
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
    </ConfirmDialog>
  );
}

function InvitedDialog({ done: { queued, skipped }, onClose }: { done: Invited; onClose: () => void }): ReactNode {
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.queued(queued)}
      foot={
        <Button kind="primary" onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      <p>{words.queuedText}</p>
      {skipped.length > 0 && (
        <>
          <p>{words.skipped(skipped.length)}</p>
          <ul>
            {skipped.slice(0, shown).map(({ user, why }) => (
              <li key={user.id}>
                <TextLink to="/users/$user" params={{ user: user.id }}>
                  {user.name}
                </TextLink>
                {': '}
                {words.why[why]}
              </li>
            ))}
          </ul>
          {skipped.length > shown && <p>{words.more(skipped.length - shown)}</p>}
        </>
      )}
    </Dialog>
  );
}

const shown = 20;
