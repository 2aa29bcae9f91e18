import { changePassword, limits, type Me, type OwnCredentials } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { useRefresh } from '../../blocks/use-action.ts';
import { client } from '../../session/client.ts';
import { signInAgain } from '../../session/sign-in.ts';
import { PageBody } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { type Form, useForm } from '../../ui/form.ts';
import { FormErrors } from '../../ui/form-errors.tsx';
import { KeyRoundIcon } from '../../ui/icon.tsx';
import { asProblem } from '../../ui/problem.ts';
import { Section } from '../../ui/section.tsx';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { HiddenUsername, PasswordField } from '../../ui/text-field.tsx';
import { Time } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';
import { AuthenticatorApp } from './authenticator-app.tsx';
import { LinkedAccounts } from './linked-accounts.tsx';
import { Passkeys } from './passkeys.tsx';
import { mayChange, myCredentials, whyNot } from './queries.ts';
import { words as meWords, credentialWords as words } from './words.ts';

/** The viewer's sign-in methods: passkeys, authenticator app, recovery codes, password. */
export function CredentialsTab({ me }: { me: Me }): ReactNode {
  const { data, error, refetch } = useQuery(myCredentials);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const signal = data?.signal;
  useEffect(() => {
    if (signal) void tellBrowser(signal);
  }, [signal]);
  return (
    <PageBody>
      <div className="me-narrow">
        {data ? (
          <>
            <SignInLately own={data} />
            <Passkeys own={data} onCodes={setCodes} />
            <AuthenticatorApp own={data} onCodes={setCodes} />
            <RecoveryCodes own={data} onCodes={setCodes} />
            <LinkedAccounts own={data} />
            {data.password && (
              <Section title={words.password}>
                <div className="form-narrow">
                  <PasswordForm username={me.user.username} least={limits.passwordMin.value} />
                </div>
              </Section>
            )}
            {codes && <ShownCodes codes={codes} onClose={() => setCodes(null)} />}
          </>
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonLines lines={6} />
        )}
      </div>
    </PageBody>
  );
}

/** Tells the browser which passkeys are still valid, so that it offers no others (WebAuthn Level 3, section 5.1.10). */
async function tellBrowser(signal: OwnCredentials['signal']): Promise<void> {
  if (typeof PublicKeyCredential !== 'function' || !('signalAllAcceptedCredentials' in PublicKeyCredential)) return;
  await PublicKeyCredential.signalAllAcceptedCredentials(signal).catch(() => undefined);
}

/** Asks for a recent sign-in before sign-in methods can be changed, in case the screen was left unattended. */
function SignInLately({ own }: { own: OwnCredentials }): ReactNode {
  const [pending, setPending] = useState(false);
  if (mayChange(own)) return null;
  const leave = async () => {
    setPending(true);
    await signInAgain(location.pathname + location.search).catch((error: unknown) => {
      setPending(false);
      showToast({ tone: 'no', text: asProblem(error).title });
    });
  };
  return (
    <Callout>
      <p>{own.provedAt === null ? words.signInHere : words.signInLately}</p>
      <p className="sign-in-again">
        <Button small pending={pending} onClick={() => void leave()}>
          {words.signInAgain}
        </Button>
      </p>
    </Callout>
  );
}

interface RecoveryCodesProps {
  own: OwnCredentials;
  /** Called with new recovery codes, which are shown once. */
  onCodes: (codes: readonly string[]) => void;
}

/** The number of recovery codes left, and a button for new ones. */
function RecoveryCodes({ own, onCodes }: RecoveryCodesProps): ReactNode {
  const [asking, setAsking] = useState(false);
  const { recoveryCodes: codes, totp, passkeys } = own;
  const make = async () => onCodes((await client.credentials.makeRecoveryCodes({})).recoveryCodes);
  return (
    <Section
      title={words.recovery}
      end={
        (totp !== null || passkeys.length > 0) && (
          <Button small {...whyNot(own)} onClick={() => setAsking(true)}>
            {words.newCodes}
          </Button>
        )
      }
    >
      {codes ? (
        <div className="lines">
          <div>
            <KeyRoundIcon />
            <span className="grow">
              <b>{words.left(codes.left, codes.of)}</b>
              <span className="text-faint small block">
                {words.made} <Time at={codes.madeAt} />
              </span>
            </span>
          </div>
        </div>
      ) : (
        <p className="text-muted">{words.noRecovery}</p>
      )}
      {asking && (
        <ConfirmDialog
          title={words.newCodesQuestion}
          action={words.newCodes}
          run={make}
          onClose={() => setAsking(false)}
        >
          <p>{words.newCodesText}</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}

/** Shows recovery codes once. A click outside does not close the dialog, so the codes are not lost by accident. */
function ShownCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }): ReactNode {
  return (
    <Dialog
      open
      keepOpen
      title={words.shownTitle}
      onClose={onClose}
      foot={
        <Button kind="primary" onClick={onClose}>
          {words.kept}
        </Button>
      }
    >
      <p>{words.shownText}</p>
      <CodeBlock label={words.codesList} code={codes.join('\n')} />
    </Dialog>
  );
}

/** Changes the viewer's password, which ends every other session. */
function PasswordForm({ username, least }: { username: string; least: number }): ReactNode {
  const refresh = useRefresh();
  const initial = { current: '', password: '' };
  const form = useForm(
    {
      schema: changePassword,
      initial,
      submit: async (body) => {
        await client.me.password({ body });
        form.reset(initial);
        void refresh();
        showToast({ text: meWords.passwordChanged });
      },
    },
    'password',
  );
  return (
    <form className="stack" onSubmit={form.onSubmit} noValidate>
      <p className="text-muted">{meWords.passwordLead}</p>
      <FormErrors
        form={withoutFormProblem(form)}
        labels={{ current: meWords.current, password: meWords.newPassword }}
      />
      <HiddenUsername username={username} />
      <PasswordField {...form.field('current')} label={meWords.current} autoComplete="current-password" />
      <PasswordField
        {...form.field('password')}
        label={meWords.newPassword}
        autoComplete="new-password"
        hint={meWords.passwordHint(least)}
      />
      <div>
        <Button type="submit" pending={form.pending}>
          {meWords.changePassword}
        </Button>
      </div>
    </form>
  );
}

/** Returns the form without its general error if the fields show their own errors. */
function withoutFormProblem<V extends object>(form: Form<V>): Form<V> {
  return form.errors.size > 0 ? { ...form, problem: undefined } : form;
}
