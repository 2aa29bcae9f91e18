import type { Session, User } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { browserOf, isPhone } from '../../blocks/browser.ts';
import { usePermission } from '../../session/may.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { LogOutIcon, MonitorIcon, SmartphoneIcon } from '../../ui/icons.tsx';
import { Tools } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-model.ts';
import { Time } from '../../ui/time.tsx';
import { userSessions } from './queries.ts';
import { useRefusals } from './user-actions.tsx';
import { UserDialogs } from './user-dialogs.tsx';
import { sessionWords as words } from './words.ts';
import '../../ui/who.css';

/** The sessions of a user, and a button that ends all of them. */
export function SessionsTab({ user }: { user: User }): ReactNode {
  const mayManage = usePermission('users.manage');
  const { mayNotManage } = useRefusals(user);
  const [asking, setAsking] = useState(false);
  const sessions = useQuery(userSessions(user.id));
  const rows = sessions.data?.items;
  return (
    <>
      {mayManage && rows !== undefined && rows.length > 0 && (
        <Tools>
          <Button icon={LogOutIcon} reason={mayNotManage} onClick={() => setAsking(true)}>
            {words.everywhere}
          </Button>
        </Tools>
      )}
      <DataTable
        label={words.table(user.name)}
        columns={columns}
        rows={rows}
        rowId={rowId}
        error={sessions.error}
        onRetry={() => void sessions.refetch()}
        empty={
          <EmptyState icon={MonitorIcon} title={words.emptyTitle}>
            {words.emptyText}
          </EmptyState>
        }
        skeletonRows={3}
      />
      <UserDialogs dialog={asking ? 'sign-out' : undefined} user={user} onClose={() => setAsking(false)} />
    </>
  );
}

const rowId = (session: Session) => session.id;

const columns: readonly Column<Session>[] = [
  {
    id: 'browser',
    head: words.browser,
    fold: 1,
    cell: (session) => (
      <span className="who" title={session.agent ?? undefined}>
        {isPhone(session.agent) ? <SmartphoneIcon /> : <MonitorIcon />}
        <span className="who-text">
          <b>{browserOf(session.agent) ?? words.unknown}</b>
          {session.current && <span className="text-faint small">{words.current}</span>}
        </span>
      </span>
    ),
  },
  {
    id: 'address',
    head: words.address,
    fold: 3,
    cell: (session) => <span className="text-muted">{session.address ?? '–'}</span>,
  },
  { id: 'created', head: words.signedIn, cell: (session) => <Time at={session.createdAt} /> },
  { id: 'seen', head: words.lastSeen, fold: 2, cell: (session) => <Time at={session.lastSeenAt} /> },
  { id: 'ends', head: words.ends, end: true, cell: (session) => <Time at={session.expiresAt} /> },
];
