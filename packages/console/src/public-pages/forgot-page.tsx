import { type ReactNode, useState } from 'react';
import { say } from '../blocks/say.tsx';
import { Button } from '../ui/button.tsx';
import { useForm } from '../ui/form.ts';
import { language } from '../ui/language.ts';
import { SkeletonFields } from '../ui/states.tsx';
import { TextField } from '../ui/text-field.tsx';
import { entered, PageErrors, StartAgain } from './page-form.tsx';
import { PublicPage } from './public-page.tsx';
import { openSignIn } from './remembered.ts';
import { ask, useReply } from './send.ts';
import { signInWords, forgotWords as words } from './words.ts';
import '../ui/button.css';

/** Requests a mail with a link to set a new password. If Licet sends no mail, says who can help. */
export function ForgotPage(): ReactNode {
  const { answer, refusal } = useReply('GET', '/api/v1/password-resets');
  const [sentTo, setSentTo] = useState<string>();
  if (refusal) return <StartAgain title={words.title} refusal={refusal} />;
  if (sentTo !== undefined)
    return (
      <PublicPage title={words.look} lead={say(words.sent, { login: <b>{sentTo}</b> })}>
        <p className="text-muted">{words.nothingComes}</p>
        <Button wide onClick={() => setSentTo(undefined)}>
          {words.again}
        </Button>
      </PublicPage>
    );
  if (answer?.byMail === false)
    return (
      <PublicPage title={words.title} lead={words.noMail(answer.organisation || undefined)}>
        <a className="button primary wide" href={openSignIn()}>
          {words.toSignIn}
        </a>
      </PublicPage>
    );
  return (
    <PublicPage title={words.title} lead={words.lead}>
      {answer ? <ForgotForm onAsked={setSentTo} /> : <SkeletonFields fields={1} />}
    </PublicPage>
  );
}

interface Entries extends Record<string, string> {
  login: string;
}

function ForgotForm({ onAsked }: { onAsked: (login: string) => void }): ReactNode {
  const form = useForm<Entries, Entries>({
    schema: entered<Entries>({ login: signInWords.loginMissing }),
    initial: { login: '' },
    submit: async ({ login }) => {
      await ask('POST', '/api/v1/password-resets', { login, language: language === 'de' ? 'de' : 'en' });
      onAsked(login.trim());
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <PageErrors form={form} />
      <TextField
        {...form.field('login')}
        label={signInWords.login}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        autoFocus
      />
      <Button kind="primary" wide type="submit" pending={form.pending}>
        {words.send}
      </Button>
    </form>
  );
}
