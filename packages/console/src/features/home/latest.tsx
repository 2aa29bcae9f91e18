import type { Event } from '@licet/contract';
import type { ReactNode } from 'react';
import { EventSentence } from '../../blocks/events/event-sentence.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Section, Timeline } from '../../ui/section.tsx';
import { Time } from '../../ui/time.tsx';
import { words } from './words.ts';

/** The latest changes, as sentences. */
export function Latest({ events }: { events: readonly Event[] }): ReactNode {
  if (events.length === 0) return null;
  return (
    <Section
      title={words.latest}
      end={
        <TextLink to="/audit" className="small">
          {words.audit}
        </TextLink>
      }
    >
      <Timeline
        events={events.map((event) => ({
          id: String(event.no),
          what: <EventSentence event={event} />,
          at: <Time at={event.at} />,
        }))}
      />
    </Section>
  );
}
