import type { EventAction } from '@licet/contract';
import { formatNumber } from '../../ui/format.ts';

/** The words of the audit. */
export const words = {
  title: 'Audit',
  tabs: 'Logs',
  changes: 'Changes',
  signIns: 'Sign-ins',
  search: 'Who, what or whom',
  searchSignIns: 'Name or address',
  when: 'When',
  kind: 'Kind',
  by: 'By',
  about: 'About',
  application: 'Application',
  outcome: 'Outcome',
  findPerson: 'Find who did it',
  findTarget: 'Find what it was done to',
  findApplication: 'Find an application',
  nothingFound: 'Nothing by that name',
  typeAName: 'Type a name',
  namedLike: 'whose name has this in it',
  today: 'Today',
  yesterday: 'Yesterday',
  week: 'Last 7 days',
  month: 'Last 30 days',
  from: 'From',
  to: 'Until',
  apply: 'Show this time',
  since: (day: string) => `since ${day}`,
  before: (day: string) => `before ${day}`,
  between: (from: string, to: string) => `${from} to ${to}`,

  who: 'Who',
  did: 'Did',
  in: 'In',
  eventsLabel: 'Events, newest first',
  signInsLabel: 'Sign-ins, newest first',
  noEvents: 'No change fits',
  noEventsWhy: 'Take a filter away, or choose a longer time.',
  noSignIns: 'No sign-in fits',

  copyLink: 'Copy link',
  copied: 'Copied',
  field: 'Field',
  beforeHead: 'Before',
  afterHead: 'After',
  beforeCount: (count: number) => `Before, ${formatNumber(count)}`,
  afterCount: (count: number) => `After, ${formatNumber(count)}`,
  none: '–',
  gone: 'taken away',
  added: 'added',
  changed: 'changed',
  theSame: (count: number) => `${formatNumber(count)} the same`,
  moreChanged: (count: number) => `${formatNumber(count)} more changed`,
  showAll: 'Show all',
  noDetail: 'Nothing is recorded beside who, what and when.',
  facts: 'Record',
  event: 'Event',
  hash: 'Hash',
  previousHash: 'Previous hash',
  firstHash: 'none: this is the first event',
  copyHash: 'Copy the hash',
  target: 'About',
  operator: 'on the machine itself',
  system: 'Licet, by itself',
  signedInPerson: 'in the console or by the API',

  verify: 'Verify the chain',
  verifying: (count: string) => `Computing the hashes of ${count} events`,
  whole: (count: string, time: string) => `Chain whole, ${count} events, ${time}`,
  broken: (no: string) => `The chain is broken at event ${no}.`,
  brokenNext:
    'From there on the record is not what Licet wrote: somebody or something changed the database past it. Compare it with a backup before you rely on it.',
  openBroken: 'Open that event',

  unknownPerson: 'Unknown name',
  client: 'Application',
  address: 'Address',
  browser: 'Browser',
};

/** What each action is called in the filter, under its head. */
export const actionGroups: readonly (readonly [head: string, actions: readonly (readonly [EventAction, string])[]])[] =
  [
    [
      'Users',
      [
        ['user.created', 'User added'],
        ['user.changed', 'User changed'],
        ['user.suspended', 'User suspended'],
        ['user.reactivated', 'User let in again'],
        ['user.deleted', 'User deleted'],
        ['user.activated', 'First password set'],
        ['user.password_link_made', 'Set-password link made'],
        ['user.password_set', 'Password set with a link'],
        ['user.password_changed', 'Password changed'],
        ['user.sessions_ended', 'Signed out everywhere'],
      ],
    ],
    [
      'Groups',
      [
        ['group.created', 'Group created'],
        ['group.changed', 'Group changed'],
        ['group.deleted', 'Group deleted'],
        ['group.member_added', 'Member added'],
        ['group.member_removed', 'Member removed'],
      ],
    ],
    [
      'Access',
      [
        ['grant.created', 'Grant given'],
        ['grant.changed', 'Grant changed'],
        ['grant.revoked', 'Grant taken away'],
        ['role.created', 'Role made'],
        ['role.changed', 'Role changed'],
        ['role.deleted', 'Role deleted'],
        ['permission.created', 'Permission named'],
        ['permission.changed', 'Permission changed'],
        ['permission.deleted', 'Permission deleted'],
      ],
    ],
    [
      'Requests',
      [
        ['request.asked', 'Access asked for'],
        ['request.approved', 'Request approved'],
        ['request.denied', 'Request refused'],
        ['request.withdrawn', 'Request withdrawn'],
      ],
    ],
    [
      'Applications',
      [
        ['application.created', 'Application registered'],
        ['application.changed', 'Application changed'],
        ['application.deleted', 'Application deleted'],
        ['application.owner_added', 'Owner added'],
        ['application.owner_removed', 'Owner removed'],
        ['application.imported', 'File imported'],
        ['client.created', 'Client registered'],
        ['client.changed', 'Client changed'],
        ['client.deleted', 'Client deleted'],
        ['client.secret_made', 'Client secret made'],
      ],
    ],
    [
      'Licet',
      [
        ['licet.set_up', 'Licet set up'],
        ['licet.admin_recovered', 'Administrator recovered'],
        ['licet.upgraded', 'Licet upgraded'],
        ['settings.changed', 'Settings changed'],
        ['key.rotated', 'Signing key rotated'],
      ],
    ],
  ];

/** What came of a sign-in, in words. */
export const outcomes = {
  signed_in: 'Signed in',
  wrong_password: 'Wrong password',
  unknown_name: 'Unknown name',
  suspended: 'Suspended',
  no_password: 'No password yet',
  throttled: 'Too many attempts',
  signed_out: 'Signed out',
  password_set: 'Password set',
  password_changed: 'Password changed',
};

/** An outcome of the sign-in log. */
export type Outcome = keyof typeof outcomes;
