import type { SignInSeries } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { BarMark, BarSeries, BarTone } from '../../ui/chart/bars.tsx';
import { ChartFrame } from '../../ui/chart/chart-frame.tsx';
import { formatDate } from '../../ui/format.ts';
import { ErrorState } from '../../ui/states.tsx';
import { useNow } from '../../ui/time.tsx';
import { SIGN_IN_DAYS, signInsQuery } from './series.ts';
import { words } from './words.ts';

const DAYS_ON_PHONE = 14;

/** The sign-ins of each day, by method, with the failed ones on top. */
export function SignInsByWay(): ReactNode {
  const { data, error, refetch } = useQuery(signInsQuery(useNow()));
  const points = data?.points.slice(-SIGN_IN_DAYS);
  return (
    <ChartFrame
      title={words.signIns}
      per={words.perDay}
      step={words.day}
      file={words.signInsFile}
      sentence={data ? signInsSentence(data.points) : error ? '' : undefined}
      instead={error && !data ? <ErrorState small error={error} onRetry={() => void refetch()} /> : undefined}
      bars={
        points && {
          days: points.map(({ day }) => day),
          series: seriesOf(points),
          marks: marksOf(points),
          onPhone: DAYS_ON_PHONE,
          dayLabel: (day, place) =>
            place % 7 === 0
              ? formatDate(new Date(day), { day: 'numeric', month: 'short', timeZone: 'UTC' })
              : undefined,
        }
      }
    />
  );
}

type Points = SignInSeries['points'];
type Way = keyof Points[number]['ways'];

const tones: Readonly<Record<Way, BarTone>> = {
  passkey: 'first',
  code: 'second',
  provider: 'third',
  password: 'fourth',
  unknown: 'rest',
};

/** The methods that occur, and the failed attempts. */
function seriesOf(points: Points): BarSeries[] {
  const ways = (Object.keys(tones) as Way[]).map((way) => ({
    id: way as string,
    label: words.ways[way],
    tone: tones[way],
    values: points.map((point) => point.ways[way]),
  }));
  const failed = {
    id: 'failed',
    label: words.failed,
    tone: 'failed' as const,
    values: points.map(({ refused }) => refused),
  };
  return [...ways.filter(({ values }) => values.some((value) => value > 0)), failed];
}

const MANY_FAILED = 10;
const TIMES_THE_USUAL = 3;

/** Marks the day with the most failed sign-ins, if they are far more than on other days. */
function marksOf(points: Points): BarMark[] {
  const most = Math.max(0, ...points.map(({ refused }) => refused));
  const others = (sum(points.map(({ refused }) => refused)) - most) / Math.max(points.length - 1, 1);
  if (most < MANY_FAILED || most < TIMES_THE_USUAL * others) return [];
  return [{ place: points.findIndex(({ refused }) => refused === most), label: words.failedOn(most) }];
}

/**
 * "52% of sign-ins use a passkey, up from 41% a month ago." Sign-ins by an unknown method do not count. If all are by
 * an unknown method, the sentence states the numbers of successful and failed sign-ins instead.
 */
export function signInsSentence(all: Points): string {
  const points = all.slice(-SIGN_IN_DAYS);
  const [now, before] = [passkeys(points), passkeys(all.slice(0, -SIGN_IN_DAYS))];
  if (now !== undefined) return words.passkeyShare(now, before);
  return words.signInsSummary(
    sum(points.map(({ signedIn }) => signedIn)),
    sum(points.map(({ refused }) => refused)),
    points.length,
  );
}

/** The share of sign-ins with a passkey. Undefined if there were no sign-ins by a known method. */
function passkeys(points: Points): number | undefined {
  const known = sum(points.map(({ signedIn, ways }) => signedIn - ways.unknown));
  return known === 0 ? undefined : sum(points.map(({ ways }) => ways.passkey)) / known;
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
