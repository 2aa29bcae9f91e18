import { formatNumber, plural } from '../../ui/format.ts';
import { catalogue } from '../../ui/language.ts';

const hold = (count: number) => plural(count, { one: '1 person has', other: `${formatNumber(count)} people have` });

const percent = (share: number) => formatNumber(share, { style: 'percent' });

export const words = {
  span: 'Period',
  quarter: '90 days',
  year: 'A year',
  day: 'Day (UTC)',
  week: 'Week from (UTC)',
  exercisedTitle: 'Use over time',
  exercised: 'Times exercised',
  exercisedSummary: (count: number, days: number) =>
    `Permissions were exercised ${plural(count, { one: 'once', other: `${formatNumber(count)} times` })} in ${days === 1 ? 'a day' : `${days} days`}, as the application reported.`,
  nothingUsed: 'No use was reported in this period. An API with a client of the kind “service” reports it.',
  begin: 'How to start',
  accessTitle: 'Access over time',
  people: 'People',
  accessNow: (count: number) => `${hold(count)} access here.`,
  accessSummary: (first: number, last: number, days: number) => {
    if (first === last) return `${hold(last)} access here, as many as ${days} days ago.`;
    return `${hold(last)} access here; ${days} days ago there ${first === 1 ? 'was' : 'were'} ${formatNumber(first)}.`;
  },
  nobodyHeld: 'Nobody had access here in this period.',
  toGrants: 'Show grants',
  gainedAndLost: 'Gained and lost',
  perWeek: 'per week',
  gained: 'Gained',
  lost: 'Lost',
  gainsFile: 'gained-and-lost',
  gainsSummary: (since: string, gained: number, lost: number, memberships: boolean) => {
    const kinds = memberships ? ['grant or membership', 'grants and memberships'] : ['grant', 'grants'];
    if (gained + lost === 0) return `No ${kinds[0]} began or ended since ${since}.`;
    return `Since ${since}, ${formatNumber(gained)} ${gained === 1 ? kinds[0] : kinds[1]} began and ${formatNumber(lost)} ended.`;
  },
  signIns: 'Sign-ins',
  perDay: 'per day',
  signInsFile: 'sign-ins',
  ways: {
    passkey: 'Passkey',
    code: 'Password and code',
    provider: 'Connection or directory',
    password: 'Password only',
    unknown: 'Way not recorded',
  },
  failed: 'Failed',
  failedOn: (count: number) => `${formatNumber(count)} failed`,
  passkeyShare: (now: number, before: number | undefined) => {
    const share = `${percent(now)} of sign-ins use a passkey`;
    if (before === undefined) return `${share}.`;
    const difference = Math.round(now * 100) - Math.round(before * 100);
    if (difference === 0) return `${share}, as a month ago.`;
    return `${share}, ${difference > 0 ? 'up' : 'down'} from ${percent(before)} a month ago.`;
  },
  signInsSummary: (signedIn: number, refused: number, days: number) => {
    if (signedIn + refused === 0) return `There were no sign-in attempts in ${days} days.`;
    return `${plural(signedIn, { one: '1 sign-in', other: `${formatNumber(signedIn)} sign-ins` })} succeeded and ${formatNumber(refused)} failed in ${days} days.`;
  },
};

catalogue('blocks.over-time', { words });
