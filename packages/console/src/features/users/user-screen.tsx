import { calls, type User } from '@licet/contract';
import { shownEmail } from '@licet/contract/shown-addresses';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useAddress } from '../../blocks/address.ts';
import { EntityHeading, WithFacts } from '../../blocks/entity-page.tsx';
import { say } from '../../blocks/say.tsx';
import { useAction } from '../../blocks/use-action.ts';
import { useMay, usePermission } from '../../session/may.ts';
import { useSendsMail } from '../../session/me.ts';
import { Page, PageBody } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { useStoredState } from '../../ui/form-draft.ts';
import {
  CircleCheckIcon,
  CirclePauseIcon,
  DownloadIcon,
  EraserIcon,
  LinkIcon,
  MailIcon,
  UserRoundIcon,
} from '../../ui/icons.tsx';
import { ButtonLink, Crumb, TextLink } from '../../ui/links.tsx';
import { Split } from '../../ui/panel.tsx';
import { asProblem } from '../../ui/problem.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { EmptyState, ErrorState, Skeleton, SkeletonLines } from '../../ui/states.tsx';
import { Breadcrumbs } from '../../ui/tabs.tsx';
import { Time } from '../../ui/time.tsx';
import { Avatar } from '../../ui/who.tsx';
import { EraseDialog } from './erase-dialog.tsx';
import { userById, userByUsername, userInvitation, userViolations } from './queries.ts';
import { saveDataOf, UserActions } from './user-actions.tsx';
import { UserDialogs } from './user-dialogs.tsx';
import { UserSide } from './user-facts.tsx';
import { UserTab, UserTabs, useTabs } from './user-tabs.tsx';
import { userWords, words } from './words.ts';
import './users.css';
import { formatList } from '../../ui/format.ts';

const route = getRouteApi('/signed-in/users/$user');
const GrantHere = lazy(() =>
  import('../../blocks/new-grants/grant-here.tsx').then((module) => ({ default: module.GrantHere })),
);

/** The page of one user: access and its paths, groups, grants, sessions, activity, details. */
export function UserScreen(): ReactNode {
  const { user: named } = route.useParams();
  // A username never has the form of an id, so the two can be told apart.
  return calls.users.get.params.safeParse({ user: named }).success ? (
    <UserPage id={named} />
  ) : (
    <Named username={named} />
  );
}

/** Finds the user by the username in a URL such as `/users/maya.lindqvist`, and redirects to the URL with the id. */
function Named({ username }: { username: string }): ReactNode {
  const search = route.useSearch();
  const { data: user, error, refetch } = useQuery(userByUsername(username));
  if (user) return <Navigate to="/users/$user" params={{ user: user.id }} search={search} replace />;
  const isLoading = user === undefined && !error;
  return (
    <Page title={words.user} crumbs={crumbs} {...(isLoading && { heading: <LoadingHeading /> })}>
      <PageBody>
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {isLoading && <SkeletonLines lines={6} />}
        {user === null && (
          <EmptyState
            icon={UserRoundIcon}
            title={userWords.unknown(username)}
            action={<ButtonLink to="/users">{userWords.toList}</ButtonLink>}
          >
            {userWords.unknownText}
          </EmptyState>
        )}
      </PageBody>
    </Page>
  );
}

const crumbs = (
  <Breadcrumbs>
    <Crumb to="/users">{words.users}</Crumb>
    <span>{words.user}</span>
  </Breadcrumbs>
);

function UserPage({ id }: { id: string }): ReactNode {
  const query = useQuery(userById(id));
  const user = query.data;
  if (user) return <Loaded key={user.id} user={user} />;
  if (query.error) {
    return (
      <Page title={words.user} crumbs={crumbs}>
        <PageBody>
          <ErrorState
            error={query.error}
            onRetry={() => void query.refetch()}
            action={asProblem(query.error).code === 'not_found' && <EraseDeleted id={id} />}
          />
        </PageBody>
      </Page>
    );
  }
  return (
    <Page title={words.users} crumbs={crumbs} heading={<LoadingHeading />}>
      <PageBody>
        <SkeletonLines lines={6} />
      </PageBody>
    </Page>
  );
}

function Loaded({ user }: { user: User }): ReactNode {
  const tabs = useTabs();
  const [{ tab: asked, grant }, change] = useAddress(route);
  const { may, ownsAny } = useMay();
  const tab = tabs.find((name) => name === asked) ?? tabs[0] ?? 'details';
  const content = <UserTab tab={tab} user={user} />;
  const panel = grant !== undefined && (may('grants.manage') || ownsAny) && (
    <Suspense>
      <GrantHere application={grant} address={{ to: user.id }} onClose={() => change({ grant: undefined })} />
    </Suspense>
  );
  return (
    <Page
      title={user.name}
      crumbs={
        <Breadcrumbs>
          <Crumb to="/users">{words.users}</Crumb>
          <span>{user.name}</span>
        </Breadcrumbs>
      }
      heading={
        <EntityHeading
          lead={<Avatar name={user.name} size="large" />}
          name={user.name}
          detail={<bdi>{user.email === null ? user.username : shownEmail(user.email)}</bdi>}
        />
      }
      tools={<UserActions user={user} />}
      tabs={<UserTabs user={user} tabs={tabs} tab={tab} />}
    >
      {tab === 'details' ? (
        <Split panel={panel}>{content}</Split>
      ) : (
        <WithFacts label={userWords.about(user.name)} facts={<UserSide user={user} />} panel={panel}>
          <Notes user={user}>{content}</Notes>
        </WithFacts>
      )}
    </Page>
  );
}

/** Warnings about a user, at the top of the page. They appear together, so that none pushes the content down later. */
function Notes({ user, children }: { user: User; children: ReactNode }): ReactNode {
  const mayAccess = usePermission('access.read');
  const isInvited = user.status === 'invited';
  const violations = useQuery({ ...userViolations(user.id), enabled: mayAccess });
  const invitation = useQuery({ ...userInvitation(user.id), enabled: isInvited });
  const isWaiting = (mayAccess && violations.isPending) || (isInvited && invitation.isPending);
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

/** Lets administrators erase a deleted user, whose data is still in past states. */
function EraseDeleted({ id }: { id: string }): ReactNode {
  const { isAdmin } = useMay();
  const [open, setOpen] = useStoredState(`erasing ${id}`, false);
  const data = useAction(() => saveDataOf(id, id));
  if (!isAdmin) return null;
  return (
    <>
      <p>{words.maybeDeleted}</p>
      <div className="deleted-user-actions">
        <Button icon={DownloadIcon} pending={data.pending} onClick={data.run}>
          {userWords.data}
        </Button>
        <Button icon={EraserIcon} onClick={() => setOpen(true)}>
          {userWords.erase}
        </Button>
      </div>
      {data.problem && <ProblemNote problem={data.problem} />}
      {open && <EraseDialog id={id} onClose={() => setOpen(false)} />}
    </>
  );
}

function LoadingHeading(): ReactNode {
  return (
    <div className="entity">
      <Skeleton width={44} />
      <div className="entity-text">
        <h1 className="visually-hidden">{words.user}</h1>
        <Skeleton width={180} />
      </div>
    </div>
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
