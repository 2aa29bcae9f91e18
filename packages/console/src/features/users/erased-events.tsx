import type { ErasurePlan } from '@licet/contract';
import type { ReactNode } from 'react';
import { formatNumber } from '../../ui/format.ts';
import { Time } from '../../ui/time.tsx';
import { eraseWords as words } from './ending-words.ts';
import './erased-events.css';

/** The events that an erasure takes something out of, closed at first: each with the texts that go. `total` counts also those that are not listed. */
export function ErasedEvents({ events, total }: { events: ErasurePlan['events']; total: number }): ReactNode {
  if (events.length === 0) return null;
  return (
    <details className="erased-events">
      <summary>{words.showEvents}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section className="erased-list" tabIndex={0} aria-label={words.showEvents}>
        <ol>
          {events.map(({ no, at, takesOut }) => (
            <li key={no}>
              {/* In a tab of its own: the dialog stays open. */}
              <a className="link" href={`/audit?open=${no}`} target="_blank" rel="noreferrer">
                {words.event(formatNumber(no))}
              </a>{' '}
              <span className="text-faint">
                <Time at={at} />
              </span>
              <ul>
                {takesOut.map(({ field, text }) => (
                  <li key={field}>
                    <span className="text-faint">{words.field(field)}</span> {text}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
        {total > events.length && <p>{words.moreEvents(total - events.length)}</p>}
      </section>
    </details>
  );
}
