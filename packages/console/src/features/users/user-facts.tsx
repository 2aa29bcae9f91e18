import type { Credentials, Invitation, User } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CopyValue } from '../../blocks/entity-page.tsx';
import { nameNowFact } from '../../blocks/tense.ts';
import { Facts } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { NotLoaded } from '../../ui/until.tsx';
import { invitationWords } from './invitation-words.ts';
import { userCredentials, userInvitation } from './queries.ts';
import { nameFacts, verifiedTag } from './user-fields.tsx';
import { detailsWords, signInWords, userWords, words } from './words.ts';

/** The facts of a user, as names and values. */
export function UserFacts({ user, named = true }: { user: User; named?: boolean }): ReactNode {
  const setBy = useQuery(userCredentials(user.id)).data?.addressSetBy;
  return (
    <Facts
      facts={[
        [words.status, <UserStatus key="status" status={user.status} />],
        ...nameNowFact(user),
        ...(named ? nameFacts(user) : verifiedFact(user)),
        ...(setBy && user.email !== null
          ? [[userWords.addressSetBy, <SetBy key="set-by" name={setBy.name} />] as const]
          : []),
        [userWords.joined, <Time key="joined" at={user.createdAt} />],
        ...(user.lastSignInAt === undefined
          ? []
          : [[userWords.signedIn, <Time key="signed-in" at={user.lastSignInAt} empty={words.never} />] as const]),
        ...(user.status === 'invited'
          ? [[invitationWords.fact, <InvitationFact key="invitation" user={user} />] as const]
          : []),
        [userWords.signsInWith, <SignsInWith key="ways" user={user} />],
        [userWords.identifier, <CopyValue key="id" label={detailsWords.copyId} value={user.id} />],
      ]}
    />
  );
}

/** Names who set an address that neither an administrator nor the user has confirmed. */
const SetBy = ({ name }: { name: string }) => (
  <>
    <bdi className="block">{name}</bdi>
    <span className="block text-faint">{userWords.addressUnconfirmed}</span>
  </>
);

/** The fact for the e-mail address. Used beside a form that already shows the names. */
const verifiedFact = (user: User) => (user.email === null ? [] : [[words.email, verifiedTag(user)] as const]);

const KINDS = { active: 'active', invited: 'invited', suspended: 'paused' } as const;

/** The status of a user, with icon and word. */
export function UserStatus({ status }: { status: User['status'] }): ReactNode {
  return <StatusTag kind={KINDS[status]}>{words.statuses[status]}</StatusTag>;
}

/** The sign-in methods of a user, one per line. */
export function SignsInWith({ user }: { user: Pick<User, 'id'> }): ReactNode {
  const { data, error } = useQuery(userCredentials(user.id));
  if (error && !data) return <NotLoaded />;
  if (!data) return <Skeleton width={96} />;
  const ways = waysOf(data);
  if (ways.length === 0) return <span className="text-faint">{signInWords.nothing}</span>;
  return ways.map((way) => (
    <span key={way} className="block">
      {way}
    </span>
  ));
}

/** Whether the user has any sign-in method that can be removed, other than the password. */
export const hasSecondFactor = ({ totp, passkeys, recoveryCodes, identities }: Credentials): boolean =>
  totp !== null || passkeys.length > 0 || recoveryCodes !== null || identities.length > 0;

/** Whether these methods are only linked accounts. */
export const onlyLinked = ({ totp, passkeys, recoveryCodes }: Credentials): boolean =>
  totp === null && passkeys.length === 0 && recoveryCodes === null;

function waysOf({ password, passkeys, totp, recoveryCodes, identities }: Credentials): string[] {
  return [
    password && signInWords.password,
    passkeys.length > 0 && signInWords.passkeys(passkeys.length),
    ...identities.map(({ connection, name }) => signInWords.account(connection.name, name)),
    totp && signInWords.app,
    recoveryCodes && signInWords.recovery(recoveryCodes.left, recoveryCodes.of),
  ].filter((way) => typeof way === 'string');
}

/** The link or mail with which an invited user can sign in for the first time. */
export function InvitationFact({ user }: { user: User }): ReactNode {
  const { data, error } = useQuery(userInvitation(user.id));
  if (error && !data) return <NotLoaded />;
  if (!data) return <Skeleton width={96} />;
  const { link } = data;
  if (!link) return <span className="text-faint">{stateOf(data)}</span>;
  return (
    <>
      <span className="block">{link.byMail ? invitationWords.linkByMail : invitationWords.linkByHand}</span>
      <span className="block text-faint">
        {invitationWords.until} <Time at={link.expiresAt} />
      </span>
    </>
  );
}

/** Whether there is a link or a mail to withdraw. */
export const canBeWithdrawn = ({ mail, link }: Invitation): boolean =>
  link !== null || mail?.state === 'waiting' || mail?.state === 'held';

function stateOf({ mail }: Invitation): string {
  if (mail?.state === 'waiting') return invitationWords.mailWaiting;
  if (mail?.state === 'held') return invitationWords.mailHeld;
  if (mail?.state === 'failed') return invitationWords.mailFailed;
  return mail === null ? invitationWords.none : invitationWords.over;
}
