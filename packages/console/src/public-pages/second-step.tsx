import type { SecondWay } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { Checkbox } from '../ui/choices.tsx';
import { useForm } from '../ui/form.ts';
import { TextField } from '../ui/text-field.tsx';
import { entered, PageErrors } from './page-form.tsx';
import { browserHasPasskeys, signWithPasskey } from './passkey.ts';
import { PasskeyPress } from './passkey-press.tsx';
import { Refused } from './send.ts';
import type { SignInStep } from './sign-in-steps.ts';
import { secondStepWords as words } from './words.ts';

/** The second factor after a correct password. Shows one method, and buttons for the others. */
export function SecondStep({
  step,
  ways,
  days,
}: {
  step: SignInStep;
  ways: readonly SecondWay[];
  /** The number of days for which this browser can be remembered. */
  days: number;
}): ReactNode {
  const [remember, setRemember] = useState(false);
  const usable = ways.filter((way) => way !== 'passkey' || browserHasPasskeys());
  const [chosen, setChosen] = useState<SecondWay>();
  const way = chosen ?? usable[0];
  if (way === undefined) return <Callout tone="no">{words.none}</Callout>;
  const tick = days > 0 && <Checkbox label={words.remember(days)} checked={remember} onChange={setRemember} />;
  return (
    <>
      {way === 'passkey' ? (
        <PasskeyPress
          text={words.passkeyText}
          label={words.use.passkey}
          tick={tick}
          act={async () => step.goOn(await signWithPasskey(step.ask, 'button', remember))}
        />
      ) : (
        <CodeStep key={way} way={way} step={step} remember={remember} tick={tick} />
      )}
      <div className="stack">
        {usable
          .filter((other) => other !== way)
          .map((other) => (
            <Button key={other} kind="quiet" wide onClick={() => setChosen(other)}>
              {words.use[other]}
            </Button>
          ))}
        <Button kind="quiet" wide onClick={() => step.beginAgain()}>
          {words.back}
        </Button>
      </div>
    </>
  );
}

function CodeStep({
  way,
  step,
  remember,
  tick,
}: {
  way: Exclude<SecondWay, 'passkey'>;
  step: SignInStep;
  /** Whether to remember this browser for a while. */
  remember: boolean;
  /** The checkbox above the button. */
  tick: ReactNode;
}): ReactNode {
  const form = useForm<{ code: string }, { code: string }>({
    schema: entered<{ code: string }>({ code: words.codeMissing }),
    initial: { code: '' },
    submit: (typed) => step.take('/code', { ...typed, ...(remember && { remember }) }).catch(asCodeFieldError),
  });
  const { label, hint } = words.code[way];
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <PageErrors form={form} />
      <TextField
        {...form.field('code')}
        label={label}
        hint={hint}
        mono
        autoFocus
        autoCapitalize="off"
        spellCheck={false}
        {...(way === 'totp' && { inputMode: 'numeric', autoComplete: 'one-time-code' })}
      />
      {tick}
      <Button kind="primary" wide type="submit" pending={form.pending}>
        {words.go}
      </Button>
    </form>
  );
}

/** Rethrows the error of a wrong code as an error of the code field, with the remedy. */
function asCodeFieldError(error: unknown): never {
  if (!(error instanceof Refused) || error.problem.code !== 'code_wrong') throw error;
  const { title, next } = error.problem;
  throw new Refused({ ...error.problem, errors: [{ pointer: '/code', detail: `${title} ${next}` }] });
}
