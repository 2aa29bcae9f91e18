import { formatNumber } from '../../ui/format.ts';

export const words = {
  span: 'Over which time',
  quarter: '90 days',
  year: 'A year',
  day: 'Day (UTC)',
  week: 'Week from (UTC)',
  exercisedTitle: 'Use over time',
  exercised: 'Times exercised',
  exercisedSummary: (count: number, days: number) =>
    `Permissions were exercised ${formatNumber(count)} times in ${days} days, as the application reported.`,
  nothingUsed: 'No use was reported in this time. An API with a client of the kind “service” reports it.',
  begin: 'How to begin',
  accessTitle: 'Access over time',
  people: 'People',
  accessSummary: (first: number, last: number, days: number) =>
    first === last
      ? `${formatNumber(last)} people hold something here, as many as ${days} days ago.`
      : `${formatNumber(last)} people hold something here; ${days} days ago there were ${formatNumber(first)}.`,
  signInsTitle: 'Sign-ins over time',
  signedIn: 'Signed in',
  refused: 'Refused',
  signInsSummary: (signedIn: number, refused: number, days: number) =>
    `${formatNumber(signedIn)} sign-ins succeeded and ${formatNumber(refused)} were refused in ${days} days.`,
};
