import { formatList } from '../../ui/format.ts';
import { catalogue } from '../../ui/language.ts';

export const words = {
  handle: 'Day of the question',
  now: 'Now',
  allowed: 'Allowed',
  notAllowed: 'Not allowed',
  allowedFromTo: (from: string, to: string) => `Allowed, ${from} to ${to}`,
  allowedUntil: (to: string) => `Allowed until ${to}`,
  allowedSince: (from: string) => `Allowed since ${from}`,
  allowedAllYear: 'Allowed, all twelve months',
  notAllowedSince: (from: string) => `Not allowed since ${from}`,
  neverAllowed: 'Not allowed in the last twelve months',
  allowedThen: (day: string) => `${day}: allowed`,
  notAllowedThen: (day: string) => `${day}: not allowed`,
  fromTo: (from: string, to: string) => `from ${from} to ${to}`,
  on: (day: string) => `on ${day}`,
  until: (to: string) => `until ${to}`,
  since: (from: string) => `since ${from}`,
  says: (who: string, periods: readonly string[]) => `${who} was allowed to ${formatList(periods)}.`,
  saysNever: (who: string) => `${who} was not allowed to in the last twelve months.`,
  saysAlways: (who: string) => `${who} was allowed to during all of the last twelve months.`,
  latest: (count: number) => `Only the last ${count} periods are listed.`,
  showing: (day: string) => `Showing ${day}. Drag the handle, or press`,
  toSee: 'to see another day.',
  failed: 'The last twelve months could not be loaded.',
  again: 'Try again',
  ask: 'When was {who} allowed to {permission} in {app}?',
  askUse: 'When was {who} allowed to {permission}?',
  use: (application: string) => `use ${application}`,
  permission: 'Permission',
  findPermission: 'Find a permission',
};

catalogue('blocks.twelve-months', { words });
