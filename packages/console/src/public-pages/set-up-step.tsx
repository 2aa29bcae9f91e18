import type { NextStep, SetUpWay } from '@licet/contract';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { CodeBlock, CopyField } from '../ui/copy.tsx';
import { useForm } from '../ui/form.ts';
import { QrCode } from '../ui/qr-code.tsx';
import { SkeletonFields } from '../ui/states.tsx';
import { TextField } from '../ui/text-field.tsx';
import { shortTime } from '../ui/time.tsx';
import { entered, PageErrors, RefusalNote } from './page-form.tsx';
import { browserHasPasskeys, makePasskey } from './passkey.ts';
import { PasskeyPress, usePress } from './passkey-press.tsx';
import { type Refusal, Refused } from './send.ts';
import type { SignInStep } from './sign-in-steps.ts';
import { setUpWords as words } from './words.ts';

/** Sets up a required factor during a sign-in, or postpones it during the grace period. */
export function SetUpStep({ step, setUp }: { step: SignInStep; setUp: NonNullable<NextStep['setUp']> }): ReactNode {
  const usable = setUp.ways.filter((way) => way !== 'passkey' || browserHasPasskeys());
  const [chosen, setChosen] = useState<SetUpWay>();
  const way = chosen ?? usable[0];
  const { refusal, press: later } = usePress(() => step.take('/set-up/later', {}));
  return (
    <>
      {refusal && <RefusalNote problem={refusal} />}
      {way === undefined && <Callout tone="no">{words.none}</Callout>}
      {way === 'passkey' && <NewPasskey step={step} />}
      {way === 'totp' && <NewApp step={step} />}
      <div className="stack">
        {usable
          .filter((other) => other !== way)
          .map((other) => (
            <Button key={other} kind="quiet" wide onClick={() => setChosen(other)}>
              {words.instead[other]}
            </Button>
          ))}
        {setUp.until !== null && (
          <Button kind="quiet" wide onClick={later}>
            {words.later(shortTime(new Date(setUp.until)))}
          </Button>
        )}
        <Button kind="quiet" wide onClick={() => step.beginAgain()}>
          {words.back}
        </Button>
      </div>
    </>
  );
}

function NewPasskey({ step }: { step: SignInStep }): ReactNode {
  const make = async () => {
    const response = await makePasskey(() => step.ask('/set-up/passkey/options', {}));
    if (response) await step.take('/set-up/passkey', { name: words.passkeyName, response });
  };
  return <PasskeyPress text={words.passkeyText} label={words.makePasskey} act={make} />;
}

function NewApp({ step }: { step: SignInStep }): ReactNode {
  const [offer, setOffer] = useState<{ uri: string; secret: string }>();
  const [refusal, setRefusal] = useState<Refusal>();
  const { address } = step;
  const askForOffer = useEffectEvent(() => step.ask('/set-up/totp', {}));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another sign-in has an offer of its own
  useEffect(() => {
    let mounted = true;
    askForOffer().then(
      (offered) => mounted && setOffer(offered),
      (error: unknown) => mounted && error instanceof Refused && setRefusal(error.problem),
    );
    return () => {
      mounted = false;
    };
  }, [address]);
  const form = useForm<{ code: string }, { code: string }>({
    schema: entered<{ code: string }>({ code: words.codeMissing }),
    initial: { code: '' },
    submit: (typed) => step.take('/set-up/totp/confirm', typed),
  });
  if (refusal) return <RefusalNote problem={refusal} />;
  if (!offer) return <SkeletonFields fields={1} />;
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <PageErrors form={form} />
      <p className="text-muted">{words.scan}</p>
      <QrCode text={offer.uri} label={words.picture} />
      <CopyField whole label={words.secret} value={offer.secret} hint={words.secretHint} />
      <TextField
        {...form.field('code')}
        label={words.code}
        hint={words.codeHint}
        mono
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <Button kind="primary" wide type="submit" pending={form.pending}>
        {words.go}
      </Button>
    </form>
  );
}

/** Shows the recovery codes before the sign-in continues. They cannot be shown again. */
export function ShownCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }): ReactNode {
  return (
    <>
      <CodeBlock label={words.codesList} code={codes.join('\n')} />
      <Button kind="primary" wide onClick={onSaved}>
        {words.kept}
      </Button>
    </>
  );
}
