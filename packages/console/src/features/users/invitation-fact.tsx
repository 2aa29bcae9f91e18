import type { Invitation, User } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Skeleton } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { invitationWords as words } from './invitation-words.ts';
import { userInvitation } from './queries.ts';

/** The link or mail with which an invited user can sign in for the first time. */
export function InvitationFact({ user }: { user: User }): ReactNode {
  const { data, error } = useQuery(userInvitation(user.id));
  if (error) return <span className="text-faint">{words.unknown}</span>;
  if (!data) return <Skeleton width={96} />;
  const { link } = data;
  if (!link) return <span className="text-faint">{stateOf(data)}</span>;
  return (
    <>
      <span className="block">{link.byMail ? words.linkByMail : words.linkByHand}</span>
      <span className="block text-faint">
        {words.until} <Time at={link.expiresAt} />
      </span>
    </>
  );
}

/** Whether there is a link or a mail to withdraw. */
export const canBeWithdrawn = ({ mail, link }: Invitation): boolean =>
  link !== null || mail?.state === 'waiting' || mail?.state === 'held';

function stateOf({ mail }: Invitation): string {
  if (mail?.state === 'waiting') return words.mailWaiting;
  if (mail?.state === 'held') return words.mailHeld;
  if (mail?.state === 'failed') return words.mailFailed;
  return mail === null ? words.none : words.over;
}
