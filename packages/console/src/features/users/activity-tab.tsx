import type { SignIn, User } from '@licet/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { browserOf } from '../../blocks/browser.ts';
import { DifferencesLink } from '../../blocks/differences-link.tsx';
import { EventSentence } from '../../blocks/events/event-sentence.tsx';
import { RevertByButton } from '../../blocks/revert/revert-button.tsx';
import { ShowMore } from '../../blocks/show-more.tsx';
import { SignInOutcome } from '../../blocks/sign-in-outcome.tsx';
import { usePermission } from '../../session/may.ts';
import { SegmentedControl } from '../../ui/choices.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { LogInIcon } from '../../ui/icon.tsx';
import { ScrollTextIcon } from '../../ui/icons.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { Timeline, Tools } from '../../ui/section.tsx';
import { EmptyState, ErrorState, SkeletonLines } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-model.ts';
import { Time } from '../../ui/time.tsx';
import { userChanges, userSignIns } from './queries.ts';
import { activityWords as words } from './words.ts';
import '../../blocks/entity-page.css';

export interface ActivityTabProps {
  user: User;
  /** Whether to show the changes instead of the sign-ins. */
  changes: boolean;
  onChanges: (changes: boolean) => void;
}

/** The sign-ins of a user; for viewers who may read the audit log, also the changes to that user. */
export function ActivityTab({ user, changes, onChanges }: ActivityTabProps): ReactNode {
  const mayAudit = usePermission('audit.read');
  const mayChange = usePermission('grants.manage');
  const shown = mayAudit && changes ? 'changes' : 'sign-ins';
  return (
    <>
      {mayAudit && (
        <Tools
          wrap
          end={
            shown === 'changes' && (
              <>
                <DifferencesLink of={{ user: user.id }} />
                {mayChange && <RevertByButton user={user.id} name={user.name} />}
                <ButtonLink small kind="quiet" icon={ScrollTextIcon} to="/audit" search={{ target: user.id }}>
                  {words.inAudit}
                </ButtonLink>
              </>
            )
          }
        >
          <SegmentedControl
            label={words.show}
            choices={[
              { value: 'sign-ins', label: words.signIns },
              { value: 'changes', label: words.changes },
            ]}
            value={shown}
            onChange={(next) => onChanges(next === 'changes')}
          />
        </Tools>
      )}
      {shown === 'changes' ? <Changes user={user} /> : <SignIns user={user} />}
    </>
  );
}

function SignIns({ user }: { user: User }): ReactNode {
  const query = useInfiniteQuery(userSignIns(user.id));
  const rows = query.data?.pages.flatMap((page) => page.items);
  return (
    <div className="body wide-table">
      <DataTable
        inline
        label={words.signInTable(user.name)}
        columns={columns}
        rows={rows}
        rowId={rowId}
        error={query.error}
        onRetry={() => void query.refetch()}
        empty={
          <EmptyState icon={LogInIcon} title={words.noSignIns}>
            {words.noSignInsText}
          </EmptyState>
        }
      />
      <ShowMore query={query} />
    </div>
  );
}

function Changes({ user }: { user: User }): ReactNode {
  const query = useInfiniteQuery(userChanges(user.id));
  const events = query.data?.pages.flatMap((page) => page.items);
  return (
    <div className="body">
      <div className="padded">
        {query.error && events === undefined ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : events === undefined ? (
          <SkeletonLines lines={5} />
        ) : events.length === 0 ? (
          <EmptyState icon={ScrollTextIcon} title={words.noChanges}>
            {words.noChangesText}
          </EmptyState>
        ) : (
          <Timeline
            events={events.map((event) => ({
              id: String(event.no),
              what: <EventSentence event={event} />,
              at: <Time at={event.at} />,
            }))}
          />
        )}
        <ShowMore query={query} />
      </div>
    </div>
  );
}

const rowId = (signIn: SignIn) => signIn.id;

const columns: readonly Column<SignIn>[] = [
  {
    id: 'what',
    head: words.what,
    fold: 1,
    cell: (signIn) => <SignInOutcome signIn={signIn} />,
  },
  {
    id: 'where',
    head: words.where,
    fold: 3,
    cell: ({ agent, client, address }) => (
      <span className="text-muted ellipsis" title={agent ?? undefined}>
        {[client, browserOf(agent), address].filter((part) => part !== null && part !== undefined).join(', ') || '–'}
      </span>
    ),
  },
  {
    id: 'when',
    head: words.when,
    end: true,
    fold: 2,
    cell: ({ at }) => (
      <span className="text-muted nowrap">
        <Time at={at} />
      </span>
    ),
  },
];
