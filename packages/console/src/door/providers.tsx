import { domainOf } from '@licet/contract/identity-keys';
import { type ReactNode, useState } from 'react';
import { Button, type ButtonProps } from '../ui/button.tsx';
import { LogInIcon } from '../ui/page-icons.tsx';
import { RefusalNote } from './door-form.tsx';
import { isRecord, type Refusal, Refused, readRefusal, textOf } from './send.ts';
import type { SignInStep } from './sign-in-steps.ts';
import { signInWords as words } from './words.ts';

/** A provider that people may sign in by. */
export interface Provider {
  readonly id: string;
  readonly name: string;
  /** Whoever types a name of these domains goes there. */
  readonly domains: readonly string[];
}

/** A button for each provider. `kind` quiet below a form, which has the button of the page. */
export function Providers({
  step,
  providers,
  kind,
}: {
  step: SignInStep;
  providers: readonly Provider[];
  kind: ButtonProps['kind'];
}): ReactNode {
  const [refusal, setRefusal] = useState<Refusal>();
  const [pending, setPending] = useState<string>();
  const go = async (provider: Provider) => {
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

/** Leaves for a provider. @throws Refused */
export async function goTo({ ask, goOn }: SignInStep, { id }: Provider, login: string): Promise<void> {
  await goOn(await ask(`connections/${id}`, { login }));
}

/** The provider where people of the typed address sign in. It is told by the domain alone: not by whether there is such a user. */
export function providerOf(providers: readonly Provider[], login: string): Provider | undefined {
  const domain = domainOf(login);
  return domain === undefined ? undefined : providers.find(({ domains }) => domains.includes(domain));
}

/** What the page was told of providers, and why nothing came of the last that was tried. */
export function providersIn(answer: Record<string, unknown> | undefined): {
  readonly providers: readonly Provider[];
  readonly refused: Refusal | undefined;
} {
  const connections = Array.isArray(answer?.connections) ? answer.connections : [];
  return {
    providers: connections.filter(isRecord).map(({ id, name, domains }) => ({
      id: textOf(id) ?? '',
      name: textOf(name) ?? '',
      domains: Array.isArray(domains) ? domains.map(String) : [],
    })),
    refused: isRecord(answer?.refused) ? readRefusal(answer.refused, 0) : undefined,
  };
}
