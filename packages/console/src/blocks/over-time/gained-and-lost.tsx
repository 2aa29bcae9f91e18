import type { GainSeries } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ChartFrame } from '../../ui/chart/chart-frame.tsx';
import { formatDate } from '../../ui/format.ts';
import { ErrorState } from '../../ui/states.tsx';
import { useNow } from '../../ui/time.tsx';
import { gainsQuery } from './series.ts';
import { words } from './words.ts';

const WEEKS_ON_PHONE = 13;

/** How many grants and memberships began and ended each week: in an application, or in all that the viewer may read. */
export function GainedAndLost({ application }: { application?: string }): ReactNode {
  const { data, error, refetch } = useQuery(gainsQuery(useNow(), application));
  const days = data?.points.map(({ day }) => day) ?? [];
  return (
    <ChartFrame
      title={words.gainedAndLost}
      per={words.perWeek}
      step={words.week}
      file={words.gainsFile}
      sentence={data ? gainsSentence(data) : error ? '' : undefined}
      instead={error && !data ? <ErrorState small error={error} onRetry={() => void refetch()} /> : undefined}
      bars={
        data && {
          days,
          series: [
            { id: 'gained', label: words.gained, tone: 'gained', values: data.points.map(({ gained }) => gained) },
            { id: 'lost', label: words.lost, tone: 'lost', values: data.points.map(({ lost }) => lost), below: true },
          ],
          onPhone: WEEKS_ON_PHONE,
          dayLabel: monthLabel,
        }
      }
    />
  );
}

/** "Since 1 June, 1,035 grants and memberships began and 479 ended." */
export function gainsSentence({ points, memberships }: GainSeries): string {
  const gained = sum(points.map((point) => point.gained));
  const lost = sum(points.map((point) => point.lost));
  const since = formatDate(new Date(points[0]?.day ?? Date.now()), { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return words.gainsSummary(since, gained, lost, memberships);
}

const LABEL_WEEKS = 2;

/** The name of a month, at its first week. The first week has none if the next month begins soon after. */
function monthLabel(day: string, place: number, days: readonly string[]): string | undefined {
  const month = day.slice(0, 7);
  const before = days[place - 1]?.slice(0, 7);
  if (before === month) return undefined;
  if (before === undefined && days.slice(0, LABEL_WEEKS + 1).some((later) => later.slice(0, 7) !== month))
    return undefined;
  if (place === days.length - 1 && place > 0) return undefined;
  return formatDate(new Date(day), { month: 'short', timeZone: 'UTC' });
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
