import type { AppliedPlan, GainSeries } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { BarMark } from '../../ui/chart/bars.tsx';
import { ChartFrame } from '../../ui/chart/chart-frame.tsx';
import { formatDate } from '../../ui/format.ts';
import { ErrorState } from '../../ui/states.tsx';
import { useNow } from '../../ui/time.tsx';
import { recordedText } from '../recorded.ts';
import { gainsQuery, lastSetsQuery } from './series.ts';
import { words } from './words.ts';

const WEEKS_ON_PHONE = 13;

/** How many grants and memberships began and ended each week: in an application, or in all that the viewer may read. */
export function GainedAndLost({ application }: { application?: string }): ReactNode {
  const { data, error, refetch } = useQuery(gainsQuery(useNow(), application));
  const sets = useQuery({ ...lastSetsQuery, enabled: data !== undefined && application === undefined });
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
          marks: marksOf(data.points, sets.data?.items ?? []),
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

const LARGE_SET = 5;
const SHARE_OF_WEEK = 0.5;
const LETTERS = 24;

type NamedSet = Pick<AppliedPlan, 'at' | 'changes' | 'reason' | 'set'>;

/** Marks the weeks in which a single named change set made at least half of the changes. */
export function marksOf(points: GainSeries['points'], sets: readonly NamedSet[]): BarMark[] {
  return points.flatMap(({ day, gained, lost }, place) => {
    const end = points[place + 1]?.day ?? '9999';
    const largest = sets
      .filter(({ at, reason, set }) => at >= day && at < end && (set ?? reason) !== '')
      .reduce<NamedSet | undefined>((one, other) => (one && one.changes >= other.changes ? one : other), undefined);
    const needed = Math.max(LARGE_SET, SHARE_OF_WEEK * (gained + lost));
    if (!largest || gained + lost === 0 || largest.changes < needed) return [];
    return [{ place, label: shortened(recordedText(largest.set ?? largest.reason)) }];
  });
}

const shortened = (name: string) => (name.length > LETTERS ? `${name.slice(0, LETTERS - 1).trimEnd()}…` : name);

const LABEL_WEEKS = 2;

/**
 * Returns the label below a week: the name of the month if it is the first week of that month. The first bar has no
 * label if the next month begins soon after.
 */
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
