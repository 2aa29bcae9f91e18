import type { OfferedProvider, SignInDetails } from '@licet/contract';
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { say } from '../blocks/say.tsx';
import { Mark } from '../ui/brand.tsx';
import { Button, type ButtonProps } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { useForm } from '../ui/form.ts';
import { KeyRoundIcon } from '../ui/icon.tsx';
import { SkeletonFields } from '../ui/states.tsx';
import { PasswordField, TextField } from '../ui/text-field.tsx';
import { whenIdle } from '../ui/when-idle.ts';
import { AppSquare } from '../ui/who.tsx';
import { entered, PageErrors, RefusalNote, StartAgain } from './page-form.tsx';
import { browserHasPasskeys, type PasskeyPrompt, signWithPasskey } from './passkey.ts';
import { goTo, Providers, providerOf } from './providers.tsx';
import { PublicPage } from './public-page.tsx';
import { rememberedLogin, rememberOpen, takeSet } from './remembered.ts';
import { isAway, type Refusal, Refused, readRefusal, useReply } from './send.ts';
import { type SignInStep, useSignInSteps } from './sign-in-steps.ts';
import { forgotWords, words as publicWords, secondStepWords, setUpWords, signInWords as words } from './words.ts';
import './public-page.css';

/** The sign-in page, which continues to the application that requested the sign-in. */
export function SignInPage({ uid }: { uid: string }): ReactNode {
  const address = `/sign-in/${encodeURIComponent(uid)}` as const;
  const { answer, refusal } = useReply('GET', `${address}/details`);
  const { step, next, late, ended, codes } = useSignInSteps(address, answer);
  const providers = answer?.connections ?? [];
  const [set] = useState(takeSet);
  useEffect(() => {
    if (answer) rememberOpen(address + location.search);
  }, [answer, address]);
  const [endedBefore] = useState(() => new URLSearchParams(location.search).has('over'));
  if (endedBefore || ended || refusal?.code === 'not_found')
    return (
      <Suspense>
        <SignInEnded address={address} />
      </Suspense>
    );
  if (refusal) return <StartAgain title={words.title} refusal={refusal} />;
  if (codes)
    return (
      <PublicPage title={setUpWords.codesTitle} lead={setUpWords.codesText} wide>
        <Suspense fallback={<SkeletonFields fields={1} />}>
          <ShownCodes {...codes} />
        </Suspense>
      </PublicPage>
    );
  if (next?.setUp)
    return (
      <PublicPage title={setUpWords.title} lead={setUpWords.lead} wide>
        <Suspense fallback={<SkeletonFields fields={1} />}>
          <SetUpStep step={step} setUp={next.setUp} />
        </Suspense>
      </PublicPage>
    );
  return (
    <PublicPage
      title={next ? secondStepWords.title : words.title}
      lead={next ? secondStepWords.lead : <OnTheWayTo application={answer?.application} />}
    >
      {next ? (
        <Suspense fallback={<SkeletonFields fields={1} />}>
          <SecondStep step={step} ways={next.ways} days={answer?.rememberedDays ?? 0} />
        </Suspense>
      ) : (
        <>
          {set && !late && (
            <Callout tone="yes" live>
              {words.set[set]}
            </Callout>
          )}
          {late && (
            <Callout tone="no" live>
              {words.late}
            </Callout>
          )}
          {answer?.again && !late && <Callout>{words.again}</Callout>}
          {answer?.refused && <RefusalNote problem={readRefusal(answer.refused, answer.refused.status)} />}
          <FirstStep step={step} answer={answer} providers={providers} />
          <Providers step={step} providers={providers} kind={kindOf(answer, providers)} />
          {answer?.passwords && (
            <p>
              {/* Without a mail server that page says whom to ask. */}
              <a className="link" href={inLanguage('/forgot')}>
                {forgotWords.question}
              </a>
            </p>
          )}
        </>
      )}
    </PublicPage>
  );
}

/** The style of a provider's button: primary if there is no form above it. */
function kindOf(answer: SignInDetails | undefined, { length }: readonly OfferedProvider[]): ButtonProps['kind'] {
  if (answer?.passwords !== false) return 'quiet';
  return !answer.passkeys && length === 1 ? 'primary' : 'plain';
}

// Loaded on demand, because most sign-ins do not need them.
const SecondStep = lazy(async () => ({ default: (await import('./second-step.tsx')).SecondStep }));
const SignInEnded = lazy(async () => ({ default: (await import('./sign-in-ended.tsx')).SignInEnded }));
const SetUpStep = lazy(async () => ({ default: (await import('./set-up-step.tsx')).SetUpStep }));
const ShownCodes = lazy(async () => ({ default: (await import('./set-up-step.tsx')).ShownCodes }));

/**
 * The first step. If passwords are not accepted, it offers a passkey. A second button still opens the password form,
 * for users without a passkey and for users who have just set a password with a link.
 */
function FirstStep({
  step,
  answer,
  providers,
}: {
  step: SignInStep;
  answer: SignInDetails | undefined;
  providers: readonly OfferedProvider[];
}): ReactNode {
  const [typing, setTyping] = useState(false);
  const form = (
    <SignInForm
      step={step}
      hint={answer?.loginHint || (answer && rememberedLogin()) || ''}
      passkeys={answer?.passkeys ?? true}
      ready={answer !== undefined}
      providers={providers}
    />
  );
  if (answer?.passwords !== false || typing) return form;
  if (!answer.passkeys) return null;
  return (
    <>
      <PasskeyButton step={step} ready />
      <Button kind="quiet" wide onClick={() => setTyping(true)}>
        {words.noPasskeyYet}
      </Button>
    </>
  );
}

interface Entries extends Record<string, string> {
  login: string;
  password: string;
}

/**
 * The form for username and password. The username hint arrives after the page has rendered, so it fills the field only
 * if the user has not typed anything.
 */
function SignInForm({
  step,
  hint,
  passkeys,
  ready,
  providers,
}: {
  step: SignInStep;
  hint: string;
  passkeys: boolean;
  /** Whether the server has answered. The button for passkeys is shown before, so that the fields do not move. */
  ready: boolean;
  providers: readonly OfferedProvider[];
}): ReactNode {
  const form = useForm<Entries, Entries>({
    schema: {
      safeParse: (input) => {
        const missing = { login: words.loginMissing, password: words.passwordMissing };
        const { login = '' } = input as Partial<Entries>;
        return entered<Entries>(providerOf(providers, login) ? { login: missing.login } : missing).safeParse(input);
      },
    },
    initial: { login: '', password: '' },
    submit: (entries) => {
      const elsewhere = providerOf(providers, entries.login);
      return elsewhere ? goTo(step, elsewhere, entries.login.trim()) : signIn(step, entries);
    },
  });
  const [seen, setSeen] = useState('');
  const [taken, setTaken] = useState(false);
  if (seen !== hint) {
    setSeen(hint);
    setTaken(!form.changed);
    if (!form.changed) form.reset({ login: hint, password: '' });
  }
  const elsewhere = providerOf(providers, form.values.login);
  const passwordId = form.fieldId('password');
  useEffect(() => {
    if (taken) document.getElementById(passwordId)?.focus();
  }, [taken, passwordId]);
  const first = passkeys && browserHasPasskeys();
  const login = form.field('login');
  // Either the name or the password is wrong, so both are marked. The sentence is at the password.
  const isWrong = form.problem?.code === 'sign_in_failed' && form.errors.has('password');
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <PageErrors form={form} />
      {first && (
        <>
          <PasskeyButton step={step} ready={ready} />
          <p className="or-line">{words.or}</p>
        </>
      )}
      <TextField
        {...login}
        aria-invalid={isWrong || undefined}
        label={words.login}
        autoComplete={passkeys ? 'username webauthn' : 'username'}
        autoCapitalize="off"
        spellCheck={false}
        autoFocus
      />
      {!elsewhere && <PasswordField {...form.field('password')} label={publicWords.password} />}
      <Button kind={first ? 'plain' : 'primary'} wide type="submit" pending={form.pending}>
        {elsewhere ? words.goOnWith(elsewhere.name) : words.title}
      </Button>
    </form>
  );
}

/** Sends the username and password. Moves the error of a wrong password to its field. */
async function signIn(step: SignInStep, entries: Entries): Promise<void> {
  await step.take('', entries).catch((error: unknown) => {
    if (!(error instanceof Refused) || error.problem.code !== 'sign_in_failed') throw error;
    throw new Refused({ ...error.problem, errors: [{ pointer: '/password', detail: error.problem.title }] });
  });
}

/**
 * The button for passkeys. Most browsers also suggest passkeys in the username field. The button is for other browsers,
 * and for passkeys on other devices.
 */
function PasskeyButton({ step, ready }: { step: SignInStep; ready: boolean }): ReactNode {
  const [refusal, setRefusal] = useState<Refusal>();
  const [pending, setPending] = useState(false);
  const use = async (prompt: PasskeyPrompt) => {
    setRefusal(undefined);
    setPending(prompt === 'button');
    try {
      await step.goOn(await signWithPasskey(step.ask, prompt));
    } catch (error) {
      if (error instanceof Refused && !(prompt === 'suggestion' && isAway(error.problem))) setRefusal(error.problem);
    }
    setPending(false);
  };
  const suggest = useEffectEvent(() => use('suggestion'));
  // Offer a passkey once. Wait until the page is shown, because the code for passkeys is large.
  useEffect(() => (ready ? whenIdle(() => void suggest()) : undefined), [ready]);
  return (
    <>
      {refusal && <RefusalNote problem={refusal} />}
      <Button kind="primary" wide icon={KeyRoundIcon} pending={pending} onClick={() => ready && void use('button')}>
        {words.passkey}
      </Button>
    </>
  );
}

function OnTheWayTo({ application }: { application: SignInDetails['application'] | undefined }): ReactNode {
  if (!application) return <span className="way-to"> </span>;
  const { id, name } = application;
  return (
    <span className="way-to">
      {say(words.onTheWay, {
        application: (
          <>
            <AppSquare name={name}>{id === 'licet' ? <Mark /> : undefined}</AppSquare> <span>{name}</span>
          </>
        ),
      })}
    </span>
  );
}

/**
 * Adds the language that the application requested to a path (`ui_locales`, OpenID Connect Core 1.0 section 3.1.2.1).
 */
function inLanguage(path: string): string {
  const asked = new URLSearchParams(location.search).get('ui_locales');
  return asked === null ? path : `${path}?${new URLSearchParams({ ui_locales: asked })}`;
}
