import type { User } from '@licet/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DifferencesLink } from '../../blocks/differences-link.tsx';
import { EventSentence } from '../../blocks/events/event-sentence.tsx';
import { RevertByButton } from '../../blocks/revert/revert-button.tsx';
import { ShowMore } from '../../blocks/show-more.tsx';
import { usePermission } from '../../session/may.ts';
import { ScrollTextIcon } from '../../ui/icons.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { Timeline, Tools } from '../../ui/section.tsx';
import { EmptyState, ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { userChanges } from './queries.ts';
import { activityWords as words } from './words.ts';
import './users.css';

/** The changes to a user, latest first. Only for viewers who may read the audit log. */
export function ActivityTab({ user }: { user: User }): ReactNode {
  const mayChange = usePermission('grants.manage');
  return (
    <>
      <Tools
        wrap
        end={
          <>
            <DifferencesLink of={{ user: user.id }} />
            {mayChange && <RevertByButton user={user.id} name={user.name} />}
            <ButtonLink small kind="quiet" icon={ScrollTextIcon} to="/audit" search={{ target: user.id }}>
              {words.inAudit}
            </ButtonLink>
          </>
        }
      >
        <h2 className="list-title">{words.changes}</h2>
      </Tools>
      <Changes user={user} />
    </>
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
