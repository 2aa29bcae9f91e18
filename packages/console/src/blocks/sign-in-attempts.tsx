import type { SignIn } from '@licet/contract';
import type { ReactNode } from 'react';
import { Time } from '../ui/time.tsx';
import { say } from './say.tsx';
import { signInWords as words } from './words.ts';
import './sign-in-attempts.css';

/** Beside the outcome of a line that stands for several attempts of a day: how many, and when the last was. */
export function SignInAttempts({ signIn: { attempts, lastAt } }: { signIn: SignIn }): ReactNode {
  if (attempts <= 1) return null;
  return (
    <span className="text-muted small nowrap">{say(words.attempts(attempts), { last: <Time at={lastAt} /> })}</span>
  );
}
