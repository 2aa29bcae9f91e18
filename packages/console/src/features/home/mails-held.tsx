import type { ReactNode } from 'react';
import { Callout } from '../../ui/callout.tsx';
import { MailIcon } from '../../ui/icons.tsx';
import { TextLink } from '../../ui/links.tsx';
import { words } from './words.ts';

/** Mails that wait because nobody has said how to send them. */
export function MailsHeld({ count }: { count: number | null }): ReactNode {
  if (!count) return null;
  return (
    <Callout icon={MailIcon}>
      <b>{words.mailsHeld(count)}</b>
      <p>
        {words.mailsHeldText}{' '}
        <TextLink to="/settings/$tab" params={{ tab: 'mail' }}>
          {words.setMailServer}
        </TextLink>
      </p>
    </Callout>
  );
}
