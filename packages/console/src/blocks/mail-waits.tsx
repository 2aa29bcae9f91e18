import type { ReactNode } from 'react';
import { useSendsMail } from '../session/me.ts';
import { Callout } from '../ui/callout.tsx';
import { mailWords as words } from './words.ts';

/** A note in a dialog that sends mails: they wait if no mail server is set. */
export function MailWaits({ children }: { children?: ReactNode }): ReactNode {
  if (useSendsMail()) return null;
  return (
    <Callout tone="ending">
      <b>{words.waits}</b> {children}
    </Callout>
  );
}
