import { calls, type User } from '@licet/contract';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAddress } from '../../blocks/address.ts';
import { knowFromList } from '../../blocks/know-from-list.ts';
import { useAction } from '../../blocks/use-action.ts';
import { useMay } from '../../session/may.ts';
import { Page, PageBody } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { useStoredState } from '../../ui/form-draft.ts';
import { DownloadIcon, EraserIcon, UserRoundIcon } from '../../ui/icons.tsx';
import { lateComponent } from '../../ui/late-part.ts';
import { ButtonLink, Crumb } from '../../ui/links.tsx';
import { asProblem } from '../../ui/problem.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { EmptyState, ErrorState, Skeleton, SkeletonLines } from '../../ui/states.tsx';
import { Breadcrumbs } from '../../ui/tabs.tsx';
import { tabOf } from './address.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { userById, userByUsername } from './queries.ts';
import { saveDataOf, UserActions } from './user-actions.tsx';
import { UserHeading } from './user-heading.tsx';
import { UserTab, UserTabs, useTabs } from './user-tabs.tsx';
import { userWords, words } from './words.ts';
import './users.css';

const route = getRouteApi('/signed-in/users/$user');
const GrantHere = lateComponent(() =>
  import('../../blocks/new-grants/grant-here.tsx').then((module) => module.GrantHere),
);

/** Takes the user from a list that contains them. */
export async function prepareUser(queryClient: QueryClient, id: string): Promise<void> {
  knowFromList(queryClient, ['users', 'list'], userById(id).queryKey, id);
}

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
    <Crumb to="/users">{userWords.people}</Crumb>
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
  const [address, change] = useAddress(route);
  const { may, ownsAny } = useMay();
  const { grant } = address;
  const tab = tabOf(address, tabs);
  const panel = grant !== undefined && (may('grants.manage') || ownsAny) && (
    <GrantHere application={grant} address={{ to: user.id }} onClose={() => change({ grant: undefined })} />
  );
  return (
    <Page
      title={user.name}
      crumbs={
        <Breadcrumbs>
          <Crumb to="/users">{userWords.people}</Crumb>
          <span>{user.name}</span>
        </Breadcrumbs>
      }
      heading={<UserHeading user={user} />}
      tools={<UserActions user={user} />}
      tabs={<UserTabs user={user} tabs={tabs} tab={tab} />}
    >
      <UserTab tab={tab} user={user} panel={panel} />
    </Page>
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
