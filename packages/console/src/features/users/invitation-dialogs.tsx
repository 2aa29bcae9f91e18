import type { Invited, Ref, User, Withdrawn } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { MailWaits } from '../../blocks/mail-round.tsx';
import { client } from '../../session/client.ts';
import { useSendsMail } from '../../session/me.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { CopyField } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LinkIcon } from '../../ui/icons.tsx';
import { language } from '../../ui/language.ts';
import { TextLink } from '../../ui/links.tsx';
import { Time } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';
import { invitationWords, linkWords, inviteWords as words } from './invitation-words.ts';

/** Mails a link to invited users, and lists the users who cannot get a mail. */
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

/** Withdraws invitations, so that their links no longer work. */
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
        title={invitationWords.withdrawn(done.withdrawn)}
        lead={invitationWords.notWithdrawn(done.skipped.length)}
        skipped={done.skipped.map(({ user, why }) => ({ user, why: invitationWords.whyNotWithdrawn[why] }))}
        onClose={onClose}
      />
    );
  const run = async () => {
    const answer = await client.invitations.withdraw({ body: { users: users.map(({ id }) => id) } });
    if (answer.skipped.length > 0) return setDone(answer);
    showToast({ text: invitationWords.withdrawn(answer.withdrawn) });
    onClose();
  };
  const [first] = users;
  return (
    <ConfirmDialog
      title={
        users.length === 1 && first
          ? invitationWords.withdrawTitle(first.name)
          : invitationWords.withdrawTitleMany(users.length)
      }
      action={invitationWords.withdrawAction}
      stay
      run={run}
      onClose={onClose}
    >
      <p>{invitationWords.withdrawText}</p>
    </ConfirmDialog>
  );
}

/** The result, and the users who were skipped, each with the reason. */
function SkippedDialog({
  title,
  text,
  lead,
  skipped,
  onClose,
}: {
  title: string;
  text?: string;
  lead: string;
  skipped: readonly { readonly user: Ref; readonly why: string }[];
  onClose: () => void;
}): ReactNode {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      foot={
        <Button kind="primary" onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      {text !== undefined && <p>{text}</p>}
      {skipped.length > 0 && (
        <>
          <p>{lead}</p>
          <ul>
            {skipped.slice(0, namesListed).map(({ user, why }) => (
              <li key={user.id}>
                <TextLink to="/users/$user" params={{ user: user.id }}>
                  {user.name}
                </TextLink>
                {': '}
                {why}
              </li>
            ))}
          </ul>
          {skipped.length > namesListed && <p>{words.more(skipped.length - namesListed)}</p>}
        </>
      )}
    </Dialog>
  );
}

const namesListed = 20;

/** A one-time set-password link in the server's response. */
export type PasswordLink = Awaited<ReturnType<typeof client.users.passwordLink>>;

/** The link, shown once, with a copy button and instructions. */
export function PasswordLinkNote({ name, link }: { name: string; link: PasswordLink }): ReactNode {
  return (
    <>
      <Callout icon={LinkIcon}>
        <b>{linkWords.once}</b> {linkWords.what(name)}
      </Callout>
      <CopyField
        label={linkWords.label}
        value={link.url}
        hint={
          <>
            {linkWords.use} {linkWords.until} <Time at={link.expiresAt} />.
          </>
        }
      />
    </>
  );
}
