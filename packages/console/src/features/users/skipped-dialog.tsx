import type { Ref } from '@licet/contract';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextLink } from '../../ui/links.tsx';
import { inviteWords as words } from './invitation-words.ts';

/** What was done, and for whom it was not, with the reason. */
export function SkippedDialog({
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
            {skipped.slice(0, shown).map(({ user, why }) => (
              <li key={user.id}>
                <TextLink to="/users/$user" params={{ user: user.id }}>
                  {user.name}
                </TextLink>
                {': '}
                {why}
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
