import type { SyncPlan, SyncRun } from '@licet/contract';
import { formatNumber, plural } from '../../ui/format.ts';
import { catalogue } from '../../ui/language.ts';

type Because = SyncPlan['leaving']['items'][number]['because'];
type Kept = SyncPlan['kept']['items'][number]['because'];

const people = (count: number) => plural(count, { one: 'one user', other: `${formatNumber(count)} users` });

export const syncWords = {
  title: 'Synchronisation',
  lead: 'Users whose entry is missing or disabled are suspended and signed out. Names, addresses and mapped groups follow the directory.',
  plan: 'Show the plan',
  run: 'Synchronise now',
  running: (read: number) =>
    read === 0
      ? 'The directory is being read…'
      : `${plural(read, { one: '1 entry', other: `${formatNumber(read)} entries` })} read so far…`,
  reads: 'The directory is being read.',
  runs: 'A synchronisation is running.',
  states: { running: 'Running', done: 'Done', waiting: 'Waiting', failed: 'Failed' } satisfies Record<
    SyncRun['state'],
    string
  >,
  lastRun: 'Last run',
  noRun: 'No run yet.',
  bySchedule: 'by the schedule',
  by: (name: string) => `by ${name}`,
  byHand: 'by hand',
  lastSuccess: 'Last success',
  nextRun: 'Next run',
  noSchedule: 'No schedule',
  failed: 'The last run failed',
  waits: (count: number, linked: number) =>
    `${formatNumber(count)} of ${formatNumber(linked)} users would be suspended. Nothing was done.`,
  willWait: (count: number, linked: number) =>
    `${formatNumber(count)} of ${formatNumber(linked)} users would leave at once. “Synchronise now” changes nothing until you confirm this.`,
  waitsText:
    'So many at once usually mean a wrong base DN or a missing read permission, not people who left. Check the names first.',
  confirm: (count: number) => `Suspend ${people(count)}…`,
  confirmTitle: (count: number, name: string) => `Suspend ${people(count)} of ${name}?`,
  confirmText:
    'They are signed out at once, everywhere. They are reactivated automatically when their entries return. If other users leave in the meantime, nothing is done.',
  confirmAction: (count: number) => `Suspend ${people(count)}`,
  confirmed: (name: string) => `Synchronised with ${name}.`,
  otherLeavers: 'Other users would leave than those that you confirmed. Nothing was done. Check the names again.',
  effects: 'Who gains and loses access',
  planned: 'The plan: nothing was done yet',
  done: 'What the last run did',
  waiting: 'What the last run would have done',
  nothing: 'There are no differences.',
  found: (found: number, linked: number) =>
    `${plural(found, { one: 'One entry', other: `${formatNumber(found)} entries` })} in the directory, ${people(linked)} linked and not suspended.`,
  leaving: 'Leave: suspended and signed out',
  returning: 'Return: reactivated',
  new: 'New users',
  changed: 'Changed',
  kept: 'Stay as they are',
  leftOut: 'Left out',
  more: (count: number) => `and ${formatNumber(count)} more`,
  because: { gone: 'no entry', closed: 'entry disabled', ended: 'entry expired' } satisfies Record<Because, string>,
  owns: (names: string) => `owns ${names}`,
  decides: (names: string) => `is named in the policies of ${names}`,
  reviews: (names: string) => `reviews in ${names}`,
  keptBecause: {
    last_administrator: 'the last administrator of Licet',
    let_in_again: 'suspended by a synchronisation, then reactivated by hand',
    suspended_by_hand: 'suspended by hand',
    not_named: 'the entry does not show its permanent identifier',
  } satisfies Record<Kept, string>,
  named: (name: string) => `name: ${name}`,
  addressed: (email: string) => `address: ${email}`,
  verified: 'address counts as verified',
  joins: (groups: string) => `added to ${groups}`,
  leaves: (groups: string) => `removed from ${groups}`,
  schedule: 'Schedule',
  every: 'Synchronise automatically',
  everyHint: 'A user who leaves the directory keeps their access here until the next run.',
  never: 'Never',
  minutes: (minutes: number) =>
    minutes % 1440 === 0
      ? plural(minutes / 1440, { one: 'Every day', other: `Every ${formatNumber(minutes / 1440)} days` })
      : minutes % 60 === 0
        ? plural(minutes / 60, { one: 'Every hour', other: `Every ${formatNumber(minutes / 60)} hours` })
        : `Every ${formatNumber(minutes)} minutes`,
  makes: 'Create new users',
  makesHint: 'Otherwise only users who are already linked are synchronised; others are created when they sign in.',
};

catalogue('connections.sync', { syncWords });
