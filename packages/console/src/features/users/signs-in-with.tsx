import type { Credentials, User } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Skeleton } from '../../ui/states.tsx';
import { userCredentials } from './queries.ts';
import { signInWords as words } from './words.ts';

/** The sign-in methods of a user, one per line. */
export function SignsInWith({ user }: { user: User }): ReactNode {
  const { data, error } = useQuery(userCredentials(user.id));
  if (error) return <span className="text-faint">{words.unknown}</span>;
  if (!data) return <Skeleton width={96} />;
  const ways = waysOf(data);
  if (ways.length === 0) return <span className="text-faint">{words.nothing}</span>;
  return ways.map((way) => (
    <span key={way} className="block">
      {way}
    </span>
  ));
}

/** Whether the user has anything to remove besides the password. */
export const hasSecondFactor = ({ totp, passkeys, recoveryCodes, identities }: Credentials): boolean =>
  totp !== null || passkeys.length > 0 || recoveryCodes !== null || identities.length > 0;

/** Whether these are only accounts at other providers. */
export const onlyLinked = ({ totp, passkeys, recoveryCodes }: Credentials): boolean =>
  totp === null && passkeys.length === 0 && recoveryCodes === null;

function waysOf({ password, passkeys, totp, recoveryCodes, identities }: Credentials): string[] {
  return [
    password && words.password,
    passkeys.length > 0 && words.passkeys(passkeys.length),
    ...identities.map(({ connection, name }) => words.account(connection.name, name)),
    totp && words.app,
    recoveryCodes && words.recovery(recoveryCodes.left, recoveryCodes.of),
  ].filter((way) => typeof way === 'string');
}
