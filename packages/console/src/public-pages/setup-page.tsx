import { limits } from '@licet/contract';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { useForm } from '../ui/form.ts';
import { StatusTag } from '../ui/status.tsx';
import { proposing } from '../ui/suggest-username.ts';
import { TextField } from '../ui/text-field.tsx';
import { NewPassword, passwordLength } from './new-password.tsx';
import { entered, PageErrors, StartAgain } from './page-form.tsx';
import { PublicPage } from './public-page.tsx';
import { rememberLogin } from './remembered.ts';
import { ask, Refused, useReply } from './send.ts';
import './setup-page.css';
import { setupWords, words } from './words.ts';

/**
 * The set-up page of a new installation. Creates the first administrator, with the set-up code that the server printed.
 */
export function SetupPage(): ReactNode {
  const { answer, refusal } = useReply('GET', '/api/v1/setup');
  if (refusal) return <StartAgain title={setupWords.notNow} refusal={refusal} />;
  if (answer?.needed === false) return <DonePage />;
  return (
    <PublicPage wide title={setupWords.title} lead={setupWords.lead}>
      <SetupForm database={answer?.database} signingKey={answer?.signingKey} />
    </PublicPage>
  );
}

interface Entries extends Record<string, string> {
  code: string;
  name: string;
  username: string;
  email: string;
  password: string;
}

const empty: Entries = { code: '', name: '', username: '', email: '', password: '' };

function SetupForm({
  database,
  signingKey,
}: {
  database: string | undefined;
  signingKey: string | undefined;
}): ReactNode {
  const form = useForm<Entries, Entries>({ schema: entered<Entries>({}), initial: empty, submit: setUp });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <PageErrors form={form} />
      <TextField
        {...form.field('code')}
        label={setupWords.code}
        mono
        className="setup-code"
        autoFocus
        autoCapitalize="characters"
        spellCheck={false}
        hint={setupWords.codeHint}
      />
      <div className="pair">
        <TextField
          {...proposing(form.field('name'), form.field('username'))}
          label={setupWords.name}
          autoComplete="name"
        />
        <TextField
          {...form.field('username')}
          label={words.username}
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
        />
      </div>
      <TextField {...form.field('email')} label={words.email} optional type="email" autoComplete="email" />
      <NewPassword field={form.field('password')} />
      <ul className="checks">
        <Check name={setupWords.database} state={database} />
        <Check name={setupWords.signingKey} state={signingKey} />
      </ul>
      <Button kind="primary" wide type="submit" pending={form.pending}>
        {setupWords.make}
      </Button>
    </form>
  );
}

function Check({ name, state }: { name: string; state: string | undefined }): ReactNode {
  return (
    <li>
      <StatusTag kind={state === undefined ? 'unused' : 'yes'}>{name}</StatusTag>
      <span className="text-muted">{state ?? setupWords.looking}</span>
    </li>
  );
}

function DonePage(): ReactNode {
  return (
    <PublicPage title={setupWords.done} lead={setupWords.doneText}>
      <a className="button primary wide" href="/">
        {words.toSignIn}
      </a>
    </PublicPage>
  );
}

async function setUp({ email, ...entries }: Entries): Promise<void> {
  const body = { ...entries, code: entries.code.trim(), ...(email.trim() !== '' && { email: email.trim() }) };
  await ask('POST', '/api/v1/setup', body).catch(async (error: unknown) => {
    if (!(error instanceof Refused)) throw error;
    if (error.problem.errors.length > 0)
      throw withShortPassword(await withWrongCode(error, body.code), entries.password);
    const field = fieldOf[error.problem.code];
    if (field === undefined) throw error;
    throw new Refused({ ...error.problem, errors: [{ pointer: `/${field}`, detail: error.problem.detail }] });
  });
  rememberLogin(entries.username);
  // Sign the new administrator in directly, since the set-up code was proof enough. If this call fails, the console
  // shows the sign-in page.
  await ask('POST', '/sign-in', { login: entries.username, password: entries.password }).catch(() => undefined);
  location.assign('/');
  await new Promise(() => {});
}

/**
 * Adds the error of a wrong set-up code. The server does not check the code if other entries are malformed, so a second
 * request checks it. That request has a password that is too short, so it never creates a user.
 */
async function withWrongCode({ problem }: Refused, code: string): Promise<Refused> {
  if (problem.errors.some(({ pointer }) => pointer === '/code')) return new Refused(problem);
  const onlyCode = { code, name: 'x', username: 'x', password: 'x' };
  const refused = await ask('POST', '/api/v1/setup', onlyCode).catch((error: unknown) => error);
  const found = refused instanceof Refused ? refused.problem.errors.filter(({ pointer }) => pointer === '/code') : [];
  return new Refused({ ...problem, errors: [...found, ...problem.errors] });
}

/** Adds the error of a short password, which the server reports only if the other entries are valid. */
function withShortPassword({ problem }: Refused, password: string): Refused {
  const isReported = problem.errors.some(({ pointer }) => pointer === '/password');
  if (isReported || passwordLength(password) >= limits.passwordMin.value) return new Refused(problem);
  const detail = setupWords.passwordShort(limits.passwordMin.value);
  return new Refused({ ...problem, errors: [...problem.errors, { pointer: '/password', detail }] });
}

const fieldOf: Readonly<Record<string, string>> = { setup_code_wrong: 'code', password_refused: 'password' };
