import { type ReactNode, useEffect, useState } from 'react';
import { Mark } from '../ui/brand.tsx';
import { Button } from '../ui/button.tsx';
import { type Form, useForm } from '../ui/form.ts';
import { PasswordField, TextField } from '../ui/text-field.tsx';
import { AppSquare } from '../ui/who.tsx';
import { Door } from './door.tsx';
import { DoorErrors, entered } from './door-form.tsx';
import { ask, isRecord, Refused, textOf } from './send.ts';
import { StartAgain } from './start-again.tsx';
import { type Asked, useAsked } from './use-asked.ts';
import './sign-in-page.css';
import { say } from '../blocks/say.tsx';
import { words as doorWords, signInWords as words } from './words.ts';

/** Getting in, on the way to an application. */
export function SignInPage({ uid }: { uid: string }): ReactNode {
  const address = `/sign-in/${encodeURIComponent(uid)}`;
  const asked = useAsked('GET', `${address}/details`);
  const { answer, refusal } = asked;
  if (refusal) return <StartAgain title={words.over} refusal={refusal} />;
  return (
    <Door title={words.title} lead={<OnTheWayTo asked={asked} />} foot={<span>{textOf(answer?.organisation)}</span>}>
      <SignInForm address={address} hint={textOf(answer?.loginHint) ?? ''} />
    </Door>
  );
}

interface Entries extends Record<string, string> {
  login: string;
  password: string;
}

/** The hint comes after the page: it fills an untouched form, and never takes away what was typed by then. */
function SignInForm({ address, hint }: { address: string; hint: string }): ReactNode {
  const form = useForm<Entries, Entries>({
    schema: entered<Entries>({ login: words.loginMissing, password: words.passwordMissing }),
    initial: { login: '', password: '' },
    submit: (entries) => signIn(address, entries),
  });
  const [seen, setSeen] = useState('');
  const [taken, setTaken] = useState(false);
  if (seen !== hint) {
    setSeen(hint);
    setTaken(!form.changed);
    if (!form.changed) form.reset({ login: hint, password: '' });
  }
  const passwordId = form.fieldId('password');
  useEffect(() => {
    if (taken) document.getElementById(passwordId)?.focus();
  }, [taken, passwordId]);
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <DoorErrors form={form} />
      <TextField
        {...form.field('login')}
        label={words.login}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        autoFocus
      />
      <PasswordField {...form.field('password')} label={doorWords.password} />
      <SignInButton form={form} />
    </form>
  );
}

function SignInButton({ form }: { form: Form<Entries> }): ReactNode {
  return (
    <Button kind="primary" wide type="submit" pending={form.pending}>
      {words.title}
    </Button>
  );
}

/** Goes on to where the provider says. A wrong password stands under its field. */
async function signIn(address: string, entries: Entries): Promise<void> {
  const answer = await ask('POST', address, entries).catch((error: unknown) => {
    if (!(error instanceof Refused) || error.problem.code !== 'sign_in_failed') throw error;
    const { title, next } = error.problem;
    throw new Refused({ ...error.problem, errors: [{ pointer: '/password', detail: `${title} ${next}` }] });
  });
  location.assign(textOf(answer.location) ?? '/');
  // The page is on its way out: the button stays busy until it is gone.
  await new Promise(() => {});
}

function OnTheWayTo({ asked }: { asked: Asked }): ReactNode {
  const application = asked.answer?.application;
  const name = isRecord(application) ? textOf(application.name) : undefined;
  const own = isRecord(application) && application.id === 'licet';
  if (name === undefined) return <span className="way-to"> </span>;
  return (
    <span className="way-to">
      {say(words.onTheWay, {
        application: (
          <>
            <AppSquare name={name}>{own ? <Mark /> : undefined}</AppSquare> <span>{name}</span>
          </>
        ),
      })}
    </span>
  );
}
