import type { AppliedPlanInFull } from '@licet/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { EventSentence } from '../../blocks/events/event-sentence.tsx';
import { ShowMore } from '../../blocks/show-more.tsx';
import { useTyped } from '../../blocks/typed-search.ts';
import { usePermission } from '../../session/may.ts';
import { formatNumber } from '../../ui/format.ts';
import { TextLink } from '../../ui/links.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Lines, Section } from '../../ui/section.tsx';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { appliedEventsQuery } from './queries.ts';
import { words } from './words.ts';
import './changes.css';

/** The changes of a change set; where they do not fit on a page, by pages and with a search. */
export function SetEvents({ set }: { set: AppliedPlanInFull }): ReactNode {
  const count = set.no - set.first;
  return (
    <Section title={words.events} n={formatNumber(count)}>
      {count > set.events.length ? (
        <Paged no={set.no} shortcut={set.effects !== null} />
      ) : (
        <EventLines events={set.events} />
      )}
    </Section>
  );
}

function Paged({ no, shortcut }: { no: number; shortcut: boolean }): ReactNode {
  const [q, setQ] = useState('');
  const [typed, type] = useTyped(q, setQ);
  const query = useInfiniteQuery(appliedEventsQuery(no, q));
  const events = query.data?.pages.flatMap(({ items }) => items);
  return (
    <>
      <div className="set-search">
        <SearchField label={words.searchEvents} value={typed} onChange={type} shortcut={shortcut} />
      </div>
      {events ? (
        <>
          {events.length > 0 ? <EventLines events={events} /> : <p className="text-muted">{words.notFound}</p>}
          <ShowMore query={query} />
        </>
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </>
  );
}

function EventLines({ events }: { events: AppliedPlanInFull['events'] }): ReactNode {
  const mayAudit = usePermission('audit.read');
  return (
    <Lines label={words.events}>
      {events.map((event) => (
        <div key={event.no}>
          <span className="grow">
            <EventSentence event={{ ...event, hash: '', previousHash: '' }} />
          </span>
          {mayAudit && (
            <TextLink to="/audit" search={{ open: String(event.no) }} aria-label={words.eventNo(String(event.no))}>
              {formatNumber(event.no)}
            </TextLink>
          )}
        </div>
      ))}
    </Lines>
  );
}
