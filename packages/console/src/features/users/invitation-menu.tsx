import type { UserFilter } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { isRoundShown, MailRound, MailWaits } from '../../blocks/mail-round.tsx';
import { client } from '../../session/client.ts';
import { useSendsMail } from '../../session/me.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choices.tsx';
import { LinkIcon, MailIcon } from '../../ui/icons.tsx';
import { language } from '../../ui/language.ts';
import { Menu } from '../../ui/menu.tsx';
import { ownDelimiter, saveFile } from '../../ui/save-file.ts';
import { invitationWords as words } from './invitation-words.ts';
import { lastRounds } from './queries.ts';
import './users.css';

interface InvitationMenuProps {
  filter: UserFilter;
  /** The number of users that the filter matches. */
  total: number;
}

/**
 * Invites all users that the filter matches. To invite only some of them, viewers use the bar of the selected users.
 */
export function InvitationMenu({ filter, total }: InvitationMenuProps): ReactNode {
  const [open, setOpen] = useState<'invite' | 'links'>();
  const close = () => setOpen(undefined);
  const reason = total === 0 ? words.nobody : undefined;
  return (
    <>
      <Menu
        label={words.menu}
        trigger={
          <Button small icon={MailIcon}>
            {words.menu}
          </Button>
        }
        groups={[
          [
            {
              id: 'invite',
              label: words.inviteAll(total),
              icon: MailIcon,
              reason,
              onAction: () => setOpen('invite'),
            },
            { id: 'links', label: words.linksAll(total), icon: LinkIcon, reason, onAction: () => setOpen('links') },
          ],
        ]}
      />
      {open === 'invite' && <InviteFoundDialog filter={filter} total={total} onClose={close} />}
      {open === 'links' && <LinksDialog chosen={{ filter, count: total }} onClose={close} />}
    </>
  );
}

/** The selected users, or all that a filter matches. */
type Chosen = { readonly count: number } & ({ readonly users: string[] } | { readonly filter: UserFilter });

/** Creates one-time links for many users, and saves them as a file. */
export function LinksDialog({ chosen, onClose }: { chosen: Chosen; onClose: () => void }): ReactNode {
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
