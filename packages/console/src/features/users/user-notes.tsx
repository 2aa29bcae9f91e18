import type { User } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { say } from '../../blocks/say.tsx';
import { usePermission } from '../../session/may.ts';
import { useSendsMail } from '../../session/me.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { formatList } from '../../ui/format.ts';
import { CircleCheckIcon, CirclePauseIcon, LinkIcon, MailIcon } from '../../ui/icons.tsx';
import { TextLink } from '../../ui/links.tsx';
import { SkeletonLines } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { userInvitation, userViolations } from './queries.ts';
import { UserDialogs } from './user-dialogs.tsx';
import { userWords } from './words.ts';
import '../../blocks/entity-page.css';

/** Warnings about a user, at the top of the page. They appear together, so that none pushes the content down later. */
export function UserNotes({ user, children }: { user: User; children: ReactNode }): ReactNode {
  const mayAccess = usePermission('access.read');
  const isInvited = user.status === 'invited';
  const violations = useQuery({ ...userViolations(user.id), enabled: mayAccess });
  const invitation = useQuery({ ...userInvitation(user.id), enabled: isInvited });
  const isWaiting = (mayAccess && !violations.isFetched) || (isInvited && !invitation.isFetched);
  return (
    <>
      {isWaiting && (
        <div className="body padded">
          <SkeletonLines lines={6} />
        </div>
      )}
      <div className="as-if-absent" hidden={isWaiting}>
        <DeletionNote user={user} />
        <StatusNote user={user} />
        <ViolationNote user={user} />
        {children}
      </div>
    </>
  );
}

/** Says that the user asked for deletion of their account, and how to delete it. */
function DeletionNote({ user: { name, deletionAskedAt } }: { user: User }): ReactNode {
  const mayManage = usePermission('users.manage');
  if (!deletionAskedAt) return null;
  return (
    <div className="page-note">
      <Callout tone="ending">
        <b>{say(userWords.asksDeletion, { name: <bdi>{name}</bdi>, when: <Time at={deletionAskedAt} /> })}</b>{' '}
        {mayManage && userWords.deletionHow(name)}
      </Callout>
    </div>
  );
}

/** Says why the user currently has no access. */
function StatusNote({ user }: { user: User }): ReactNode {
  const mayManage = usePermission('users.manage');
  if (user.status === 'active') return null;
  const suspended = user.status === 'suspended';
  return (
    <div className="page-note">
      <Callout icon={suspended ? CirclePauseIcon : MailIcon}>
        <b>{suspended ? userWords.suspendedNote(user.name) : userWords.invitedNote(user.name)}</b>{' '}
        {suspended && userWords.suspendedHow}
        {mayManage && (suspended ? <Readmit user={user} /> : <InvitedHow user={user} />)}
      </Callout>
    </div>
  );
}

function Readmit({ user }: { user: User }): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <div className="page-note-action">
        <Button small icon={CircleCheckIcon} onClick={() => setOpen(true)}>
          {userWords.reactivate}
        </Button>
      </div>
      <UserDialogs dialog={open ? 'reactivate' : undefined} user={user} onClose={() => setOpen(false)} />
    </>
  );
}

/** Says how an invited user signs in for the first time, with a button that creates a link. */
function InvitedHow({ user }: { user: User }): ReactNode {
  const invitation = useQuery(userInvitation(user.id)).data;
  const [open, setOpen] = useState(false);
  const mails = useSendsMail();
  const byHand = user.email === null || !mails ? userWords.invitedByHand : userWords.invitedHow;
  return (
    <>
      {invitation?.link ? userWords.invitedAlready : byHand}
      <div className="page-note-action">
        <Button small icon={LinkIcon} onClick={() => setOpen(true)}>
          {userWords.makeLink}
        </Button>
      </div>
      <UserDialogs dialog={open ? 'link' : undefined} user={user} onClose={() => setOpen(false)} />
    </>
  );
}

/** Says that the user violates separation rules, and which ones. */
function ViolationNote({ user }: { user: User }): ReactNode {
  const mayAccess = usePermission('access.read');
  const { data } = useQuery({ ...userViolations(user.id), enabled: mayAccess });
  if (!data || data.items.length === 0) return null;
  const open = data.items.some(({ exception }) => exception === null);
  return (
    <div className="page-note">
      <Callout tone={open ? 'no' : 'plain'}>
        <b>{open ? userWords.holdsTooMuch : userWords.letHold}:</b>{' '}
        {formatList(data.items.map(({ separation }) => separation.name))}.{' '}
        <TextLink to="/separations" search={{ holder: user.id }}>
          {userWords.seeSeparations}
        </TextLink>
      </Callout>
    </div>
  );
}
