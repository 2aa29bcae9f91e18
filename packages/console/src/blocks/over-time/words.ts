import { formatNumber, plural } from '../../ui/format.ts';
import { catalogue } from '../../ui/language.ts';

const hold = (count: number) => plural(count, { one: '1 person has', other: `${formatNumber(count)} people have` });

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
  signInsTitle: 'Sign-ins over time',
  signedIn: 'Signed in',
  refused: 'Refused',
  signInsSummary: (signedIn: number, refused: number, days: number) =>
    `${plural(signedIn, { one: '1 sign-in', other: `${formatNumber(signedIn)} sign-ins` })} succeeded and ${formatNumber(refused)} ${refused === 1 ? 'was' : 'were'} refused in ${days} days.`,
  nobodySignedIn: 'There were no sign-in attempts in this period.',
};

catalogue('blocks.over-time', { words });
