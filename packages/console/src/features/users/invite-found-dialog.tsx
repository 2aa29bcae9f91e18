import type { UserFilter } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { MailWaits } from '../../blocks/mail-waits.tsx';
import { client } from '../../session/client.ts';
import { useSendsMail } from '../../session/me.ts';
import { Checkbox } from '../../ui/choices.tsx';
import { language } from '../../ui/language.ts';
import { invitationWords as words } from './invitation-words.ts';

/** Begins a round of invitations for everybody whom the filter finds. How far it is stands above the list. */
export function InviteFoundDialog({
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
