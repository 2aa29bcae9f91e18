import type { Credentials, Invitation, User } from '@licet/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApplicationName } from '../../blocks/chips.tsx';
import { CopyValue } from '../../blocks/entity-page.tsx';
import { EventSentence } from '../../blocks/events/event-sentence.tsx';
import { say } from '../../blocks/say.tsx';
import { nameNowFact } from '../../blocks/tense.ts';
import { usePermission } from '../../session/may.ts';
import { Callout } from '../../ui/callout.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Facts, Timeline } from '../../ui/section.tsx';
import { Skeleton, SkeletonLines } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status.tsx';
import { ENDING_SOON_MS, Time, useNow } from '../../ui/time.tsx';
import { invitationWords } from './invitation-words.ts';
import { userAccess, userChanges, userCredentials, userGrantsEnding, userInvitation } from './queries.ts';
import { nameFacts, verifiedTag } from './user-fields.tsx';
import { detailsWords, signInWords, userWords, words } from './words.ts';

const LATELY_SHOWN = 4;

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

/** Who set the address, which neither an administrator nor the user confirmed. */
const SetBy = ({ name }: { name: string }) => (
  <>
    <bdi className="block">{name}</bdi>
    <span className="block text-faint">{userWords.addressUnconfirmed}</span>
  </>
);

/** The fact for the e-mail address. Used beside a form that already shows the names. */
const verifiedFact = (user: User) => (user.email === null ? [] : [[words.email, verifiedTag(user)] as const]);

/** The column beside the tabs: the facts, the access that expires soon, and the latest changes. */
export function UserSide({ user }: { user: User }): ReactNode {
  const mayAccess = usePermission('access.read');
  const mayAudit = usePermission('audit.read');
  const isInvited = user.status === 'invited';
  const ways = useQuery(userCredentials(user.id));
  const invitation = useQuery({ ...userInvitation(user.id), enabled: isInvited });
  const ending = useQuery({ ...userGrantsEnding(user.id), enabled: mayAccess });
  const summaries = useQuery({ ...userAccess(user.id), enabled: mayAccess });
  // Each part is shown after the parts above it have loaded, so that nothing moves once it is visible.
  const factsWait = ways.isPending || (isInvited && invitation.isPending);
  const restWaits = factsWait || (mayAccess && (ending.isPending || summaries.isPending));
  return (
    <>
      {factsWait && <SkeletonLines lines={6} />}
      <div hidden={factsWait}>
        <UserFacts user={user} />
      </div>
      <div className="as-if-absent" hidden={restWaits}>
        {mayAccess && <EndsSoon user={user} />}
        {mayAudit && <LatestChanges user={user} />}
      </div>
    </>
  );
}

/** The access that expires within seven days. Lists direct grants by name, and access through groups by application. */
function EndsSoon({ user }: { user: User }): ReactNode {
  const now = useNow().getTime();
  const grants = useQuery(userGrantsEnding(user.id)).data?.items ?? [];
  const summaries = useQuery(userAccess(user.id)).data?.items ?? [];
  const soon = (at: string | null): at is string => at !== null && Date.parse(at) - now <= ENDING_SOON_MS;
  const ending = grants.filter((grant) => soon(grant.ends));
  const named = new Set(ending.map((grant) => grant.application));
  const changing = summaries.filter((summary) => soon(summary.changesAt) && !named.has(summary.application.id));
  if (ending.length === 0 && changing.length === 0) return null;
  return (
    <Callout tone="ending">
      <b>{userWords.endsSoon}</b>
      {ending.map((grant) => (
        <p key={grant.id}>
          <TextLink
            to="/applications/$application"
            params={{ application: grant.application }}
            search={{ tab: 'grants', q: user.username }}
          >
            {grant.gives.name}
          </TextLink>{' '}
          {say(userWords.inApplication, { application: <ApplicationName id={grant.application} /> })},{' '}
          <Time at={grant.ends} />
        </p>
      ))}
      {changing.map((summary) => (
        <p key={summary.application.id}>
          {userWords.changesIn(summary.application.name)}, <Time at={summary.changesAt} />
        </p>
      ))}
    </Callout>
  );
}

/** The latest changes to this user; all of them are on the Activity tab. */
function LatestChanges({ user }: { user: User }): ReactNode {
  const events = useInfiniteQuery(userChanges(user.id)).data?.pages[0]?.items ?? [];
  if (events.length === 0) return null;
  return (
    <section>
      <h2>{userWords.lately}</h2>
      <Timeline
        events={events.slice(0, LATELY_SHOWN).map((event) => ({
          id: String(event.no),
          what: <EventSentence event={event} />,
          at: <Time at={event.at} />,
        }))}
      />
    </section>
  );
}

const KINDS = { active: 'active', invited: 'invited', suspended: 'paused' } as const;

/** The status of a user, with icon and word. */
export function UserStatus({ status }: { status: User['status'] }): ReactNode {
  return <StatusTag kind={KINDS[status]}>{words.statuses[status]}</StatusTag>;
}

/** The sign-in methods of a user, one per line. */
function SignsInWith({ user }: { user: User }): ReactNode {
  const { data, error } = useQuery(userCredentials(user.id));
  if (error) return <span className="text-faint">{signInWords.unknown}</span>;
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
function InvitationFact({ user }: { user: User }): ReactNode {
  const { data, error } = useQuery(userInvitation(user.id));
  if (error) return <span className="text-faint">{invitationWords.unknown}</span>;
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
