import type { ReactNode } from 'react';
import { say } from '../blocks/say.tsx';
import { Door } from './door.tsx';
import { textOf } from './send.ts';
import { SetByLink, waysIn, withNext } from './set-password-page.tsx';
import { StartAgain } from './start-again.tsx';
import { useAsked } from './use-asked.ts';
import { invitedWords as words } from './words.ts';

/** Coming in for the first time, with the link of an invitation. */
export function InvitedPage({ token }: { token: string }): ReactNode {
  const { answer, refusal } = useAsked('POST', '/api/v1/password-links', { token: token || '-' });
  if (refusal) return <StartAgain title={words.broken} refusal={withNext(refusal)} />;
  const name = textOf(answer?.name);
  const username = textOf(answer?.username) ?? '';
  const organisation = textOf(answer?.organisation);
  const ways = answer ? waysIn(answer) : [];
  const lead = ways.includes('password') ? (ways.length > 1 ? words.leadEither : words.lead) : words.leadPasskey;
  return (
    <Door
      title={name === undefined ? words.title : words.hello(name)}
      lead={
        name === undefined ? (
          <> </>
        ) : (
          say(lead, { organisation: <b>{organisation ?? 'Licet'}</b>, username: <b>{username}</b> })
        )
      }
    >
      {answer !== undefined && <SetByLink token={token} username={username} ways={ways} action={words.accept} />}
    </Door>
  );
}
