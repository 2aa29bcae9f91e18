import type { UserFilter, UserRow } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { LinkIcon, MailIcon, XIcon } from '../../ui/icons.tsx';
import { Menu } from '../../ui/menu.tsx';
import { invitationWords as words } from './invitation-words.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { InviteFoundDialog } from './invite-found-dialog.tsx';
import { type Chosen, LinksDialog } from './links-dialog.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';

interface InvitationMenuProps {
  ticked: readonly UserRow[];
  filter: UserFilter;
  /** How many the filter finds. */
  total: number;
  /** Something was done with those who were ticked. */
  onDone: () => void;
}

/** What is done with people who were not in yet: those who are ticked, or all whom the filter finds. */
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
