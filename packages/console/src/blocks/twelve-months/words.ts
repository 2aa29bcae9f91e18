import { formatList } from '../../ui/format.ts';
import { catalogue } from '../../ui/language.ts';

export const words = {
  handle: 'Day of the question',
  now: 'Now',
  could: 'Could',
  couldNot: 'Could not',
  may: 'May',
  couldFromTo: (from: string, to: string) => `Could, ${from} to ${to}`,
  couldUntil: (to: string) => `Could, until ${to}`,
  maySince: (from: string) => `May, since ${from}`,
  mayAllYear: 'May, all twelve months',
  couldNotSince: (from: string) => `Could not, since ${from}`,
  couldNotAllYear: 'Could not, all twelve months',
  couldThen: (day: string) => `${day}: could`,
  couldNotThen: (day: string) => `${day}: could not`,
  fromTo: (from: string, to: string) => `from ${from} to ${to}`,
  on: (day: string) => `on ${day}`,
  until: (to: string) => `until ${to}`,
  since: (from: string) => `since ${from}`,
  says: (who: string, periods: readonly string[]) => `${who} could ${formatList(periods)}.`,
  saysNever: (who: string) => `${who} could not in the last twelve months.`,
  saysAlways: (who: string) => `${who} could during all of the last twelve months.`,
  latest: (count: number) => `Only the last ${count} periods are listed.`,
  showing: (day: string) => `Showing ${day}. Drag the handle, or press`,
  toSee: 'to see another day.',
  failed: 'The last twelve months could not be loaded.',
  again: 'Try again',
  ask: 'Could {who} {permission} in {app}?',
  askUse: 'Could {who} {permission}?',
  use: (application: string) => `use ${application}`,
  permission: 'Permission',
  findPermission: 'Find a permission',
};

catalogue('blocks.twelve-months', { words });
