import { shownEmail } from '@licet/contract/shown-addresses';
import { type ReactNode, useState } from 'react';
import { say } from '../blocks/say.tsx';
import { Button } from '../ui/button.tsx';
import { useForm } from '../ui/form.ts';
import { entered, PageErrors, StartAgain } from './page-form.tsx';
import { PublicPage } from './public-page.tsx';
import { ask, useReply } from './send.ts';
import { withNext } from './set-password-page.tsx';
import { verifyEmailWords as words } from './words.ts';
import '../ui/button.css';

/** Verifies an e-mail address when the button is pressed, not when the link is opened: mail scanners open links too. */
export function VerifyEmailPage({ token }: { token: string }): ReactNode {
  const { answer, refusal } = useReply('POST', '/api/v1/email-links', { token: token || '-' });
  const [verified, setVerified] = useState(false);
  if (refusal) return <StartAgain title={words.broken} refusal={withNext(refusal)} />;
  if (!answer) return <PublicPage title={words.title} lead={<> </>} />;
  const { name, username, organisation, changes } = answer;
  const email = <b>{shownEmail(answer.email)}</b>;
  if (verified)
    return (
      <PublicPage title={words.done} lead={say(words.doneText, { email })}>
        <a className="button primary wide" href="/">
          {words.goOn}
        </a>
      </PublicPage>
    );
  const account = {
    email,
    name: <b>{name}</b>,
    username: <b>{username}</b>,
    organisation: <b>{organisation || 'Licet'}</b>,
  };
  return (
    <PublicPage title={words.title} lead={say(changes ? words.leadChanges : words.lead, account)}>
      <VerifyForm token={token} onVerified={() => setVerified(true)} />
    </PublicPage>
  );
}

type Nothing = Record<never, never>;

function VerifyForm({ token, onVerified }: { token: string; onVerified: () => void }): ReactNode {
  const form = useForm<Nothing, Nothing>({
    schema: entered<Nothing>({}),
    initial: {},
    submit: async () => {
      await ask('POST', '/api/v1/email-links/redeem', { token });
      onVerified();
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <PageErrors form={form} />
      <Button kind="primary" wide type="submit" pending={form.pending}>
        {words.verify}
      </Button>
    </form>
  );
}
