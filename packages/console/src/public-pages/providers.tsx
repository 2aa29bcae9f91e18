import type { OfferedProvider } from '@licet/contract';
import { domainOf } from '@licet/contract/identity-keys';
import { type ReactNode, useState } from 'react';
import { Button, type ButtonProps } from '../ui/button.tsx';
import { LogInIcon } from '../ui/icon.tsx';
import { RefusalNote } from './page-form.tsx';
import { type Refusal, Refused } from './send.ts';
import type { SignInStep } from './sign-in-steps.ts';
import { signInWords as words } from './words.ts';

/** A button for each provider. Below a form the buttons have no border, because the form has the primary button. */
export function Providers({
  step,
  providers,
  kind,
}: {
  step: SignInStep;
  providers: readonly OfferedProvider[];
  kind: ButtonProps['kind'];
}): ReactNode {
  const [refusal, setRefusal] = useState<Refusal>();
  const [pending, setPending] = useState<string>();
  const go = async (provider: OfferedProvider) => {
    setRefusal(undefined);
    setPending(provider.id);
    try {
      await goTo(step, provider, '');
    } catch (error) {
      if (error instanceof Refused) setRefusal(error.problem);
    }
    setPending(undefined);
  };
  if (providers.length === 0) return null;
  return (
    <div className="stack">
      {refusal && <RefusalNote problem={refusal} />}
      {providers.map((provider) => (
        <Button
          key={provider.id}
          kind={kind}
          wide
          icon={LogInIcon}
          pending={pending === provider.id}
          onClick={() => void go(provider)}
        >
          {words.goOnWith(provider.name)}
        </Button>
      ))}
    </div>
  );
}

/** Continues at a provider. @throws Refused */
export async function goTo({ ask, goOn }: SignInStep, { id }: OfferedProvider, login: string): Promise<void> {
  await goOn(await ask(`/connections/${id}`, { login }));
}

/**
 * The provider where users of the typed domain sign in. Depends only on the domain, so that it does not reveal whether
 * a user exists.
 */
export function providerOf(providers: readonly OfferedProvider[], login: string): OfferedProvider | undefined {
  const domain = domainOf(login);
  return domain === undefined ? undefined : providers.find(({ domains }) => domains.includes(domain));
}
