import type { SignIn } from '@licet/contract';
import type { ReactNode } from 'react';
import { type StatusKind, StatusTag } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { say } from './say.tsx';
import { outcomeWords, signInWords as words } from './words.ts';
import './sign-in-outcome.css';

/** The outcome of a sign-in. For several attempts of a day, also shows their number and the time of the last one. */
export function SignInOutcome({ signIn: { outcome, attempts, lastAt } }: { signIn: SignIn }): ReactNode {
  return (
    <span className="outcome-cell">
      <StatusTag kind={kinds[outcome]}>{outcomeWords[outcome]}</StatusTag>
      {attempts > 1 && (
        <span className="text-muted small nowrap">{say(words.attempts(attempts), { last: <Time at={lastAt} /> })}</span>
      )}
    </span>
  );
}

const kinds: Record<SignIn['outcome'], StatusKind> = {
  signed_in: 'yes',
  wrong_password: 'no',
  unknown_name: 'no',
  suspended: 'no',
  no_password: 'no',
  second_factor_asked: 'active',
  set_up_asked: 'active',
  stopped_by_policy: 'no',
  wrong_code: 'no',
  passkey_refused: 'no',
  provider_refused: 'no',
  throttled: 'no',
  signed_out: 'gone',
  token_revoked: 'gone',
  key_ended: 'no',
  password_set: 'active',
  passkey_set: 'active',
  password_changed: 'active',
  reset_asked: 'active',
};
