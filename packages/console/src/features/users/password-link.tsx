import type { ReactNode } from 'react';
import type { client } from '../../session/client.ts';
import { Callout } from '../../ui/callout.tsx';
import { CopyField } from '../../ui/copy.tsx';
import { LinkIcon } from '../../ui/icons.tsx';
import { Time } from '../../ui/time.tsx';
import { linkWords as words } from './invitation-words.ts';

/** A one-time set-password link, as the server gives it. */
export type PasswordLink = Awaited<ReturnType<typeof client.users.passwordLink>>;

/** The link, shown once, with a button that copies it and what to do with it. */
export function PasswordLinkNote({ name, link }: { name: string; link: PasswordLink }): ReactNode {
  return (
    <>
      <Callout icon={LinkIcon}>
        <b>{words.once}</b> {words.what(name)}
      </Callout>
      <CopyField
        label={words.label}
        value={link.url}
        hint={
          <>
            {words.use} {words.until} <Time at={link.expiresAt} />.
          </>
        }
      />
    </>
  );
}
