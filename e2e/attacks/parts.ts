import { test } from 'vitest';
import { access } from './access.ts';
import { accounts } from './accounts.ts';
import { assertions } from './assertions.ts';
import { attackTwo } from './attacked.ts';
import { connections } from './connections.ts';
import { devices } from './devices.ts';
import { everyCall } from './every-call.ts';
import { input } from './input.ts';
import { meanwhile } from './meanwhile.ts';
import { oauth } from './oauth.ts';
import { providers } from './providers.ts';
import { pushed } from './pushed.ts';
import { races } from './races.ts';
import { signIns } from './sign-ins.ts';
import { type Part, suite } from './suite.ts';
import { tokens } from './tokens.ts';

// The attacks are split into three parts, so that three processes can be attacked at the same time.
export const aroundSignIn: readonly Part[] = [tokens, oauth, signIns, accounts, meanwhile];
export const aroundProtocols: readonly Part[] = [assertions, pushed, devices, providers, races];
export const aroundCalls: readonly Part[] = [everyCall, access, input, connections];

const parts: readonly Part[] = [...aroundSignIn, ...aroundProtocols, ...aroundCalls];

/** Attacks two processes that share Debian’s PostgreSQL. Skips the tests with a reason if Debian’s PostgreSQL is not available. */
export async function onTwo(only?: readonly number[]): Promise<void> {
  const attacked = await attackTwo();
  const name = 'two processes on one PostgreSQL';
  if (attacked) return suite(name, async () => attacked, parts, only);
  test.skip(`${name}: Debian’s PostgreSQL is missing and cannot be installed`, () => undefined);
}
