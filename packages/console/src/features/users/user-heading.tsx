import type { Credentials, User } from '@licet/contract';
import { shownEmail } from '@licet/contract/shown-addresses';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EntityHeading } from '../../blocks/entity-page.tsx';
import { say } from '../../blocks/say.tsx';
import { nameNowFact } from '../../blocks/tense.ts';
import { formatList } from '../../ui/format.ts';
import { LogInIcon } from '../../ui/icon.tsx';
import { FingerprintIcon, MailIcon } from '../../ui/icons.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { Avatar } from '../../ui/who.tsx';
import { invitationWords } from './invitation-words.ts';
import { userCredentials } from './queries.ts';
import { InvitationFact, UserStatus } from './user-facts.tsx';
import { headWords as words } from './words.ts';
import './users.css';

/** The picture and the name of a user, and the most important facts in one line. */
export function UserHeading({ user }: { user: User }): ReactNode {
  return (
    <EntityHeading
      lead={<Avatar name={user.name} size="large" />}
      name={user.name}
      detail={
        <ul className="head-facts">
          <li>
            <bdi>{user.email === null ? user.username : shownEmail(user.email)}</bdi>
          </li>
          <li>
            <UserStatus status={user.status} />
          </li>
          {nameNowFact(user).map(([label, name]) => (
            <li key={label}>
              {label}: <bdi>{name}</bdi>
            </li>
          ))}
          {user.status === 'invited' ? (
            <li>
              <MailIcon />
              <span>{invitationWords.fact}:</span>
              <InvitationFact user={user} />
            </li>
          ) : (
            <SignInFacts user={user} />
          )}
        </ul>
      }
    />
  );
}

/** How the user signs in, and when they last did. Both appear together, so that neither moves the other. */
function SignInFacts({ user: { id, lastSignInAt } }: { user: User }): ReactNode {
  const { data, isFetched } = useQuery(userCredentials(id));
  if (!isFetched) {
    return (
      <li>
        <Skeleton width={200} />
      </li>
    );
  }
  return (
    <>
      {data && (
        <li>
          <FingerprintIcon />
          {factorText(data)}
        </li>
      )}
      {lastSignInAt !== undefined && (
        <li>
          <LogInIcon />
          {lastSignInAt === null ? (
            words.never
          ) : (
            <span>{say(words.signedIn, { when: <Time at={lastSignInAt} /> })}</span>
          )}
        </li>
      )}
    </>
  );
}

/** The second factor of a user; without one, the other sign-in methods. */
export function factorText({ password, passkeys, totp, identities }: Credentials): string {
  if (passkeys.length > 0) return totp ? words.passkeyAndCode : words.passkey;
  if (totp) return words.code;
  if (identities.length > 0) return formatList([...new Set(identities.map(({ connection }) => connection.name))]);
  return password ? words.passwordOnly : words.nothing;
}
