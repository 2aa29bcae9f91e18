import type { UserFilter, UserRow } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { isRoundShown, MailRound, MailWaits } from '../../blocks/mail-round.tsx';
import { client } from '../../session/client.ts';
import { useSendsMail } from '../../session/me.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choices.tsx';
import { LinkIcon, MailIcon, XIcon } from '../../ui/icons.tsx';
import { language } from '../../ui/language.ts';
import { Menu } from '../../ui/menu.tsx';
import { ownDelimiter, saveFile } from '../../ui/save-file.ts';
import { InviteDialog, WithdrawDialog } from './invitation-dialogs.tsx';
import { invitationWords as words } from './invitation-words.ts';
import { lastRounds } from './queries.ts';
import './users.css';

interface InvitationMenuProps {
  ticked: readonly UserRow[];
  filter: UserFilter;
  /** The number of users that the filter matches. */
  total: number;
  /** Called after an action on the selected users. */
  onDone: () => void;
}

/** The actions on invited users: the selected ones, or all that the filter matches. */
export function InvitationMenu({ ticked, filter, total, onDone }: InvitationMenuProps): ReactNode {
  const [open, setOpen] = useState<'invite' | 'invite-all' | 'links' | 'links-all' | 'withdraw'>();
  const [chosen, setChosen] = useState(ticked);
  const show = (dialog: typeof open) => () => {
    setChosen(ticked);
    setOpen(dialog);
  };
  const close = () => {
    setOpen(undefined);
    onDone();
  };
  const count = ticked.length;
  const reason = count === 0 ? words.tickFirst : undefined;
  const nobody = total === 0 ? words.nobody : undefined;
  return (
    <>
      <Menu
        label={words.menu}
        trigger={
          <Button small icon={MailIcon}>
            {count === 0 ? words.menu : words.menuTicked(count)}
          </Button>
        }
        groups={[
          [
            { id: 'invite', label: words.inviteTicked(count), icon: MailIcon, onAction: show('invite'), reason },
            { id: 'links', label: words.linksTicked(count), icon: LinkIcon, onAction: show('links'), reason },
            { id: 'withdraw', label: words.withdrawTicked(count), icon: XIcon, onAction: show('withdraw'), reason },
          ],
          [
            {
              id: 'invite-all',
              label: words.inviteAll(total),
              icon: MailIcon,
              reason: nobody,
              onAction: show('invite-all'),
            },
            {
              id: 'links-all',
              label: words.linksAll(total),
              icon: LinkIcon,
              onAction: show('links-all'),
              reason: nobody,
            },
          ],
        ]}
      />
      {open === 'invite' && <InviteDialog users={chosen} onClose={close} />}
      {open === 'invite-all' && <InviteFoundDialog filter={filter} total={total} onClose={close} />}
      {open === 'withdraw' && <WithdrawDialog users={chosen} onClose={close} />}
      {(open === 'links' || open === 'links-all') && (
        <LinksDialog chosen={open === 'links' ? ofTicked(chosen) : { filter, count: total }} onClose={close} />
      )}
    </>
  );
}

const ofTicked = (users: readonly UserRow[]): Chosen => ({ users: users.map(({ id }) => id), count: users.length });

/** The selected users, or all that a filter matches. */
type Chosen = { readonly count: number } & ({ readonly users: string[] } | { readonly filter: UserFilter });

/** Creates one-time links for many users, and saves them as a file. */
function LinksDialog({ chosen, onClose }: { chosen: Chosen; onClose: () => void }): ReactNode {
  const run = async () => {
    const body = 'users' in chosen ? { users: chosen.users } : { filter: chosen.filter };
    const response = await client.invitations.links({ body, query: { delimiter: ownDelimiter() } });
    saveFile(await response.blob(), `${words.fileName}-${new Date().toISOString().slice(0, 10)}.csv`);
  };
  return (
    <ConfirmDialog
      title={words.linksTitle(chosen.count)}
      action={words.linksAction}
      done={words.linksSaved}
      run={run}
      onClose={onClose}
    >
      <p>{words.linksText}</p>
      <p>{words.linksRefused}</p>
    </ConfirmDialog>
  );
}

/** Starts a round of invitations to all users that the filter matches. Its progress is shown above the list. */
function InviteFoundDialog({
  filter,
  total,
  onClose,
}: {
  filter: UserFilter;
  total: number;
  onClose: () => void;
}): ReactNode {
  const [again, setAgain] = useState(false);
  const mails = useSendsMail();
  return (
    <ConfirmDialog
      title={words.allTitle(total)}
      action={words.allAction}
      done={words.begun(mails)}
      run={() => client.users.invite({ body: { filter, again, language: language === 'de' ? 'de' : 'en' } })}
      onClose={onClose}
    >
      <p>{words.allText}</p>
      <MailWaits />
      <Checkbox label={words.again} checked={again} onChange={setAgain} />
    </ConfirmDialog>
  );
}

/** The progress of the newest round of invitations; renders nothing without one. */
export function LastRound(): ReactNode {
  const [round] = useQuery(lastRounds).data?.items ?? [];
  if (!round || !isRoundShown(round)) return null;
  return (
    <div className="invitation-round">
      <MailRound
        round={round}
        label={words.round}
        states={words.states}
        onStop={(id) => client.invitations.stop({ params: { round: id } })}
      />
    </div>
  );
}
