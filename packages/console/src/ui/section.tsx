import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import './section.css';

// A no-break space, so that the count wraps together with the last word of the title.
const nextTo = '\u00a0';

/** A section of a page: its title, a count, a link at the end, its content. */
export function Section({
  title,
  n,
  end,
  children,
}: {
  title: ReactNode;
  n?: ReactNode;
  end?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <section className="section">
      <div className="section-head">
        <div className="section-name">
          <h2>{title}</h2>
          {n !== undefined && (
            <>
              {nextTo}
              <span className="number">{n}</span>
            </>
          )}
        </div>
        {end !== undefined && <span className="end">{end}</span>}
      </div>
      {children}
    </section>
  );
}

/** A frame around lines that are not a table. Each child element is a line. */
export function Lines({ children, label }: { children: ReactNode; label?: string | undefined }): ReactNode {
  return (
    <div className="lines" {...(label !== undefined && { role: 'group', 'aria-label': label })}>
      {children}
    </div>
  );
}

/** A list of facts, each a name and a value. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }): ReactNode {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <Fact key={name} name={name} value={value} />
      ))}
    </dl>
  );
}

/** Events as dots along a line, latest first. */
export function Timeline({ events }: { events: readonly { id: string; what: ReactNode; at: ReactNode }[] }): ReactNode {
  return (
    <ol className="timeline">
      {events.map((event) => (
        <li key={event.id}>
          {event.what}
          <div className="timeline-moment">{event.at}</div>
        </li>
      ))}
    </ol>
  );
}

/** The bar above a list: search and filters, then counts and icon buttons at the end. */
export function Tools({
  children,
  end,
  wrap,
}: {
  children: ReactNode;
  end?: ReactNode;
  wrap?: boolean | undefined;
}): ReactNode {
  return (
    <div className={classNames('tools', wrap && 'wrap-on-phone')}>
      {children}
      {end !== undefined && <div className="end">{end}</div>}
    </div>
  );
}

function Fact({ name, value }: { name: string; value: ReactNode }): ReactNode {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
