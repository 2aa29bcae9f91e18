import type { ReactNode } from 'react';
import { say } from '../blocks/say.tsx';
import { Button } from '../ui/button.tsx';
import { useForm } from '../ui/form.ts';
import { HiddenUsername } from '../ui/text-field.tsx';
import { Door } from './door.tsx';
import { DoorErrors, entered } from './door-form.tsx';
import { rememberLogin, rememberPasswordSet } from './login-hint.ts';
import { NewPassword } from './new-password.tsx';
import { ask, isAway, Refused, textOf } from './send.ts';
import { StartAgain } from './start-again.tsx';
import { useAsked } from './use-asked.ts';
import { setPasswordWords as words } from './words.ts';

/** A password, with a one-time link. */
export function SetPasswordPage({ token }: { token: string }): ReactNode {
  const { answer, refusal } = useAsked('POST', '/api/v1/password-links', { token: token || '-' });
  if (refusal) return <StartAgain title={words.broken} refusal={withNext(refusal)} />;
  const name = textOf(answer?.name);
  const username = textOf(answer?.username) ?? '';
  return (
    <Door
      title={words.title}
      lead={name === undefined ? <> </> : say(words.lead, { name: <b>{name}</b>, username: <b>{username}</b> })}
    >
      {answer !== undefined && <SetPasswordForm token={token} username={username} />}
    </Door>
  );
}

interface Entries extends Record<string, string> {
  password: string;
}

/** The password itself. */
export function SetPasswordForm({
  token,
  username,
  action = words.set,
}: {
  token: string;
  username: string;
  action?: string | undefined;
}): ReactNode {
  const form = useForm<Entries, Entries>({
    schema: entered<Entries>({}),
    initial: { password: '' },
    submit: ({ password }) => setPassword(token, username, password),
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <DoorErrors form={form} />
      <HiddenUsername username={username} />
      <NewPassword field={form.field('password')} label={words.newPassword} autoFocus />
      <Button kind="primary" wide type="submit" pending={form.pending}>
        {action}
      </Button>
    </form>
  );
}

async function setPassword(token: string, username: string, password: string): Promise<void> {
  await ask('POST', '/api/v1/password-links/redeem', { token, password }).catch((error: unknown) => {
    if (!(error instanceof Refused) || error.problem.code !== 'password_refused') throw error;
    throw new Refused({ ...error.problem, errors: [{ pointer: '/password', detail: error.problem.detail }] });
  });
  rememberLogin(username);
  rememberPasswordSet();
  location.assign('/');
  await new Promise(() => {});
}

/** What to do next stands in the catalogue for this one: another link. */
export function withNext(refusal: Refused['problem']): Refused['problem'] {
  if (isAway(refusal)) return refusal;
  return { ...refusal, detail: `${refusal.title} ${refusal.next}` };
}
