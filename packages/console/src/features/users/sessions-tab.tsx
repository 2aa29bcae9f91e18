import type { Session, SignIn, User } from '@licet/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { browserOf, isPhone } from '../../blocks/browser.ts';
import { ShowMore } from '../../blocks/show-more.tsx';
import { SignInOutcome } from '../../blocks/sign-in-outcome.tsx';
import { usePermission } from '../../session/may.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { LogInIcon } from '../../ui/icon.tsx';
import { LogOutIcon, MonitorIcon, SmartphoneIcon } from '../../ui/icons.tsx';
import { Tools } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-model.ts';
import { Time } from '../../ui/time.tsx';
import { userSessions, userSignIns } from './queries.ts';
import { useRefusals } from './user-actions.tsx';
import { UserDialogs } from './user-dialogs.tsx';
import { sessionWords, signInLogWords } from './words.ts';
import '../../blocks/entity-page.css';
import '../../ui/who.css';
import './users.css';

/** The sessions of a user, with a button that ends them all, and every attempt to sign in. */
export function SessionsTab({ user }: { user: User }): ReactNode {
  const mayManage = usePermission('users.manage');
  const { mayNotManage } = useRefusals(user);
  const [asking, setAsking] = useState(false);
  const sessions = useQuery(userSessions(user.id));
  const rows = sessions.data?.items;
  return (
    <div className="body wide-table">
      <Tools
        end={
          mayManage &&
          rows !== undefined &&
          rows.length > 0 && (
            <Button icon={LogOutIcon} reason={mayNotManage} onClick={() => setAsking(true)}>
              {sessionWords.everywhere}
            </Button>
          )
        }
      >
        <h2 className="list-title">{sessionWords.title}</h2>
      </Tools>
      <DataTable
        inline
        label={sessionWords.table(user.name)}
        columns={sessionColumns}
        rows={rows}
        rowId={({ id }) => id}
        error={sessions.error}
        onRetry={() => void sessions.refetch()}
        empty={
          <EmptyState icon={MonitorIcon} title={sessionWords.emptyTitle}>
            {sessionWords.emptyText}
          </EmptyState>
        }
        skeletonRows={3}
      />
      {/* The sessions above have their final height before the sign-ins appear. */}
      <div hidden={!sessions.isFetched}>
        <SignIns user={user} />
      </div>
      <UserDialogs dialog={asking ? 'sign-out' : undefined} user={user} onClose={() => setAsking(false)} />
    </div>
  );
}

function SignIns({ user }: { user: User }): ReactNode {
  const query = useInfiniteQuery(userSignIns(user.id));
  return (
    <>
      <Tools>
        <h2 className="list-title">{signInLogWords.title}</h2>
      </Tools>
      <DataTable
        inline
        label={signInLogWords.table(user.name)}
        columns={signInColumns}
        rows={query.data?.pages.flatMap((page) => page.items)}
        rowId={({ id }) => id}
        error={query.error}
        onRetry={() => void query.refetch()}
        empty={
          <EmptyState icon={LogInIcon} title={signInLogWords.none}>
            {signInLogWords.noneText}
          </EmptyState>
        }
      />
      <ShowMore query={query} />
    </>
  );
}

const sessionColumns: readonly Column<Session>[] = [
  {
    id: 'browser',
    head: sessionWords.browser,
    fold: 1,
    cell: (session) => (
      <span className="who" title={session.agent ?? undefined}>
        {isPhone(session.agent) ? <SmartphoneIcon /> : <MonitorIcon />}
        <span className="who-text">
          <b>{browserOf(session.agent) ?? sessionWords.unknown}</b>
          {session.current && <span className="text-faint small">{sessionWords.current}</span>}
        </span>
      </span>
    ),
  },
  {
    id: 'address',
    head: sessionWords.address,
    fold: 3,
    cell: (session) => <span className="text-muted">{session.address ?? '–'}</span>,
  },
  { id: 'created', head: sessionWords.signedIn, cell: (session) => <Time at={session.createdAt} /> },
  { id: 'seen', head: sessionWords.lastSeen, fold: 2, cell: (session) => <Time at={session.lastSeenAt} /> },
  { id: 'ends', head: sessionWords.ends, end: true, cell: (session) => <Time at={session.expiresAt} /> },
];

const signInColumns: readonly Column<SignIn>[] = [
  {
    id: 'what',
    head: signInLogWords.what,
    fold: 1,
    cell: (signIn) => <SignInOutcome signIn={signIn} />,
  },
  {
    id: 'where',
    head: signInLogWords.where,
    fold: 3,
    cell: ({ agent, client, address }) => (
      <span className="text-muted ellipsis" title={agent ?? undefined}>
        {[client, browserOf(agent), address].filter((part) => part !== null && part !== undefined).join(', ') || '–'}
      </span>
    ),
  },
  {
    id: 'when',
    head: signInLogWords.when,
    end: true,
    fold: 2,
    cell: ({ at }) => (
      <span className="text-muted nowrap">
        <Time at={at} />
      </span>
    ),
  },
];
