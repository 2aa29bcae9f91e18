import type { ReactNode } from 'react';
import { say } from '../blocks/say.tsx';
import { StartAgain } from './page-form.tsx';
import { PublicPage } from './public-page.tsx';
import { useReply } from './send.ts';
import { SetByLink, withNext } from './set-password-page.tsx';
import { invitedWords as words } from './words.ts';

/** The first visit of an invited user, with the link of the invitation. */
export function InvitedPage({ token }: { token: string }): ReactNode {
  const { answer, refusal } = useReply('POST', '/api/v1/password-links', { token: token || '-' });
  if (refusal) return <StartAgain title={words.broken} refusal={withNext(refusal)} />;
  if (!answer) return <PublicPage title={words.title} lead={<> </>} />;
  const { name, username, organisation, ways } = answer;
  const lead = ways.includes('password') ? (ways.length > 1 ? words.leadEither : words.lead) : words.leadPasskey;
  return (
    <PublicPage
      title={words.hello(name)}
      lead={say(lead, { organisation: <b>{organisation || 'Licet'}</b>, username: <b>{username}</b> })}
    >
      <SetByLink token={token} username={username} ways={ways} action={words.accept} />
    </PublicPage>
  );
}
