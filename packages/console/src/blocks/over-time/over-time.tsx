import { keepPreviousData, type QueryKey, queryOptions, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { client } from '../../session/client.ts';
import { LazyChart } from '../../ui/chart/lazy-chart.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Section } from '../../ui/section.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { accessSeriesQuery } from './series.ts';
import { type Span, useSpan } from './span.tsx';
import { words } from './words.ts';

interface OfApplication {
  application: string;
  /** When the application was registered. The chart begins no earlier. */
  since: string;
}

/** The use of an application's permissions over time. */
export function UseOverTime({ application, since }: OfApplication): ReactNode {
  return (
    <OverTime
      title={words.exercisedTitle}
      since={since}
      finished
      query={(query) =>
        queryOptions({
          queryKey: ['over-time', 'use', application, query],
          queryFn: ({ signal }) => client.applications.usageSeries({ params: { application }, query, signal }),
        })
      }
      draw={({ points }, { days }) => {
        const values = points.map(({ count }) => count);
        return {
          series: [{ id: 'count', label: words.exercised, values }],
          summary: words.exercisedSummary(sum(values), days),
        };
      }}
      nothing={(points) => sum(points.map(({ count }) => count)) === 0 && <NothingUsed application={application} />}
    />
  );
}

/** The number of users with access in an application over time. */
export function AccessOverTime({ application, since }: OfApplication): ReactNode {
  return (
    <OverTime
      title={words.accessTitle}
      since={since}
      first
      stepped
      query={(query) => accessSeriesQuery(application, query)}
      draw={({ points }, { days, young }) => {
        const values = points.map(({ people }) => people);
        const [first = 0, last = 0] = [values[0], values.at(-1)];
        return {
          series: [{ id: 'people', label: words.people, values }],
          summary: young ? words.accessNow(last) : words.accessSummary(first, last, days),
        };
      }}
      nothing={(points) =>
        points.every(({ people }) => people === 0) && (
          <p className="text-muted">
            {words.nobodyHeld}{' '}
            <TextLink to="/applications/$application" params={{ application }} search={{ tab: 'grants' }}>
              {words.toGrants}
            </TextLink>
          </p>
        )
      }
    />
  );
}

interface OverTimeProps<Data extends { points: readonly { day: string }[] }, Key extends QueryKey> {
  title: string;
  since?: string;
  query: (span: Span['query']) => Pick<UseQueryOptions<Data, Error, Data, Key>, 'queryKey' | 'queryFn'>;
  draw: (data: Data, span: Span) => Pick<Parameters<typeof LazyChart>[0], 'series' | 'summary'>;
  /** Whether an application that was registered today shows its first value. */
  first?: boolean;
  /** Leaves out the running day or week, which would look like a fall. */
  finished?: boolean;
  /** Draws steps instead of slopes. */
  stepped?: boolean;
  /** Shown instead of an empty chart. */
  nothing?: (points: Data['points']) => ReactNode;
}

function OverTime<Data extends { points: readonly { day: string }[] }, Key extends QueryKey>({
  title,
  since,
  query,
  draw,
  first = false,
  finished = false,
  stepped,
  nothing,
}: OverTimeProps<Data, Key>): ReactNode {
  const span = useSpan(since);
  const { data, error, refetch } = useQuery({
    ...query(span.query),
    placeholderData: keepPreviousData,
  });
  const shown = data && finished && data.points.length > 1 ? { ...data, points: data.points.slice(0, -1) } : data;
  const empty = data && nothing?.(data.points);
  // Less than a day after registration there is no history to draw, so a sentence shows the current state.
  if (span.young && (empty || (!data && !first)) && !error) return null;
  return (
    <Section title={title} end={span.choice}>
      {data && span.young ? (
        <p className="text-muted">{draw(data, span).summary}</p>
      ) : shown ? (
        empty || (
          <LazyChart
            days={shown.points.map(({ day }) => day)}
            step={span.step}
            stepped={stepped}
            {...draw(shown, span)}
          />
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton width={220} />
      )}
    </Section>
  );
}

function NothingUsed({ application }: { application: string }): ReactNode {
  return (
    <p className="text-muted">
      {words.nothingUsed}{' '}
      <TextLink to="/applications/$application" params={{ application }} search={{ tab: 'integration' }}>
        {words.begin}
      </TextLink>
    </p>
  );
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
