import type { LinkWay } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { say } from '../blocks/say.tsx';
import { Button } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { useForm } from '../ui/form.ts';
import { KeyRoundIcon } from '../ui/icon.tsx';
import { HiddenUsername } from '../ui/text-field.tsx';
import { NewPassword } from './new-password.tsx';
import { entered, PageErrors, StartAgain } from './page-form.tsx';
import { browserHasPasskeys, makePasskey } from './passkey.ts';
import { PasskeyPress } from './passkey-press.tsx';
import { PublicPage } from './public-page.tsx';
import { openSignIn, rememberLogin, rememberSet } from './remembered.ts';
import { ask, isAway, Refused, useReply } from './send.ts';
import { setPasswordWords as words } from './words.ts';

/** Sets a password with a one-time link. */
export function SetPasswordPage({ token }: { token: string }): ReactNode {
  const { answer, refusal } = useReply('POST', '/api/v1/password-links', { token: token || '-' });
  if (refusal) return <StartAgain title={words.broken} refusal={withNext(refusal)} />;
  if (!answer) return <PublicPage title={words.title} lead={<> </>} />;
  const { name, username, ways } = answer;
  return (
    <PublicPage title={titleOf(ways)} lead={say(words.lead, { name: <b>{name}</b>, username: <b>{username}</b> })}>
      <SetByLink token={token} username={username} ways={ways} />
    </PublicPage>
  );
}

const titleOf = (ways: readonly LinkWay[]) =>
  ways.length > 1 ? words.titleEither : ways.includes('passkey') ? words.titlePasskey : words.title;

/** Sets a password or a passkey. If both are allowed, offers the password first. */
export function SetByLink({
  ways,
  ...given
}: {
  token: string;
  username: string;
  ways: readonly LinkWay[];
  action?: string | undefined;
}): ReactNode {
  const usable = ways.filter((way) => way !== 'passkey' || browserHasPasskeys());
  const [chosen, setChosen] = useState<LinkWay>();
  const way = chosen ?? usable[0];
  if (way === undefined) return <Callout tone="no">{words.noPasskeysHere}</Callout>;
  const other = usable.find((it) => it !== way);
  return (
    <>
      {way === 'password' ? (
        <SetPasswordForm {...given} />
      ) : (
        <SetPasskey token={given.token} first={given.action !== undefined} />
      )}
      {other && (
        <Button kind="quiet" wide {...(other === 'passkey' && { icon: KeyRoundIcon })} onClick={() => setChosen(other)}>
          {words.instead[other]}
        </Button>
      )}
    </>
  );
}

function SetPasskey({
  token,
  first,
}: {
  token: string;
  /** Whether the user had no password before. */
  first: boolean;
}): ReactNode {
  const make = async () => {
    const response = await makePasskey(() => ask('POST', '/api/v1/password-links/passkey/options', { token }));
    if (!response) return;
    await ask('POST', '/api/v1/password-links/passkey', { token, name: words.passkeyName, response });
    rememberSet('passkey');
    location.assign(openSignIn());
    await new Promise(() => {});
  };
  return (
    <PasskeyPress
      text={first ? words.passkeyText : `${words.passkeyText} ${words.passwordEnds}`}
      label={words.makePasskey}
      act={make}
    />
  );
}

interface Entries extends Record<string, string> {
  password: string;
}

/** The form that sets the password. */
function SetPasswordForm({
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
      <PageErrors form={form} />
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
  rememberSet('password');
  location.assign(openSignIn());
  await new Promise(() => {});
}

/** Adds the remedy to the error of a link that no longer works: request a new link. */
export function withNext(refusal: Refused['problem']): Refused['problem'] {
  if (isAway(refusal)) return refusal;
  return { ...refusal, detail: `${refusal.title} ${refusal.next}` };
}
