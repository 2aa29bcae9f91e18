import { formatNumber } from '../../ui/format.ts';
import { catalogue } from '../../ui/language.ts';

const many = (count: number, one: string, other: string) =>
  count === 1 ? `1 ${one}` : `${formatNumber(count)} ${other}`;

export const words = {
  title: 'Fewest roles',
  applications: 'Applications',
  roles: 'Roles',
  lead: 'The fewest roles that give everyone in {application} exactly the permissions they have.',
  leadUsed: 'The fewest roles that give everyone in {application} exactly the permissions they used.',
  leadFewer: (missing: number) =>
    `Fewer roles, with ${many(missing, 'deviation', 'deviations')}: people in {application} lose permissions.`,
  count: 'Count what people',
  held: 'What people hold',
  used: 'What people used',
  size: (holders: number, permissions: number) =>
    `${many(holders, 'holder', 'holders')}, ${many(permissions, 'permission', 'permissions')}`,
  duration: (ms: number) =>
    ms < 1000 ? `${formatNumber(Math.round(ms))} ms` : `${formatNumber(Math.round(ms / 1000))} s`,
  export: 'Export',
  takeOver: 'Take over as a plan',
  reading: 'Reading the grants',
  readOf: (done: number, total: number) => `${formatNumber(done)} of ${formatNumber(total)}`,
  phases: {
    searching: 'Searching for the fewest roles',
    curve: 'Searching for fewer roles with deviations',
    checking: 'Checking the lower bound',
  },
  cancel: 'Cancel',
  again: 'Compute again',
  cancelled: 'The search was cancelled.',
  failed: 'No roles were found in time. The application has too much access for this computer.',
  notYet: 'The roles are still being computed.',
  nothingToDo: 'These are the roles that the application has.',
  nobody: 'No role can be exchanged',
  nobodyText: 'Nobody holds a role of this application that may be replaced.',
  noUse: 'No use is reported',
  noUseText: 'The application has not reported which permissions people use.',
  noUseAction: 'Show what people hold',
  tooMany: 'Too many grants',
  tooManyText: (most: number) => `This page reads at most ${formatNumber(most)} grants.`,
};

export const listWords = {
  count: (count: number) => many(count, 'role', 'roles'),
  insteadOf: (count: number) => `instead of ${formatNumber(count)}`,
  table: (count: number) => `The ${many(count, 'role', 'roles')}`,
  role: 'Role',
  permissions: 'Permissions',
  holders: 'Granted to',
  change: 'Change',
  people: (count: number) => many(count, 'person', 'people'),
  groups: (count: number) => many(count, 'group', 'groups'),
  programs: (count: number) => many(count, 'program', 'programs'),
  nobody: 'nobody',
  unchanged: 'Unchanged',
  more: (count: number) => `Granted to ${formatNumber(count)} more`,
  fewer: (count: number) => `Revoked from ${formatNumber(count)}`,
  added: 'New',
  removed: 'Removed',
  replacedBy: 'Replaced by {roles}',
  partlyBy: 'Partly replaced by {roles}',
  notReplaced: 'Not replaced',
  others: (count: number) => `${formatNumber(count)} more`,
  moreRoles: (count: number) => `Show ${many(count, 'more role', 'more roles')}`,
  losses: 'Who loses what',
  loses: (count: number): string => (count === 1 ? '{who} loses {permission}' : '{who} lose {permission}'),
  moreLosses: (count: number) => `Show ${many(count, 'more permission', 'more permissions')}`,
  left: 'Left as they are',
  leftTable: 'Roles left as they are',
  why: {
    policy: 'Has a policy of its own',
    separation: 'Is part of a separation rule',
    review: 'Is in an open review',
    scheduled: 'Has grants that begin later',
  },
  leftDirect: (count: number) => many(count, 'permission granted directly', 'permissions granted directly'),
  leftAdmin: (count: number) => many(count, 'grant of the role admin', 'grants of the role admin'),
  alsoLeft: (what: string) => `Also unchanged: ${what}.`,
  same: 'Nobody gains or loses a permission.',
  summary: (what: string) => `The plan ${what}.`,
  creates: (count: number) => `creates ${many(count, 'role', 'roles')}`,
  removes: (count: number) => `removes ${many(count, 'role', 'roles')}`,
  grants: (count: number) => `makes ${many(count, 'grant', 'grants')}`,
  ends: (count: number) => `ends ${many(count, 'grant', 'grants')}`,
  newRole: (place: number) => `combined-${place}`,
};

export const curveWords = {
  title: 'Fewer roles, more deviations',
  text: 'A deviation is a permission that a person, group or program would lose.',
  asTable: 'Show as a table',
  asPicture: 'Show as a picture',
  points: 'Number of roles',
  point: (roles: number, missing: number) =>
    missing === 0
      ? `${many(roles, 'role', 'roles')}, exactly the same`
      : `${many(roles, 'role', 'roles')}, ${many(missing, 'deviation', 'deviations')}`,
  exactly: 'exactly the same',
  now: 'now',
  roles: 'roles',
  rolesHead: 'Roles',
  missingHead: 'Deviations',
  show: 'Show',
};

export const proofWords = {
  proven: (count: number) => `Proven: ${formatNumber(count)} is the fewest`,
  between: (least: number, most: number) => `At least ${formatNumber(least)}, at most ${formatNumber(most)}`,
  atMost: (most: number) => `At most ${formatNumber(most)}`,
  found: 'Found',
  foundText: (roles: number, pairs: number) =>
    `${many(roles, 'role gives', 'roles give')} ${pairs === 1 ? 'the 1 pair' : `all ${formatNumber(pairs)} pairs`} of holder and permission`,
  bound: 'Lower bound',
  boundText: (count: number) =>
    count === 1
      ? '1 pair; checked by separate code'
      : `${formatNumber(count)} pairs, no two of which fit in one role; checked by separate code`,
  boundMore: (bound: number, pairs: number) =>
    `${formatNumber(bound)}, by ${many(pairs, 'group of pairs', 'groups of pairs')} that share no role; checked by separate code`,
  unknown: 'Not checked in time',
  pairs: (count: number) => (count === 1 ? 'The pair' : `The ${formatNumber(count)} pairs`),
  show: 'Show',
  hide: 'Hide',
  morePairs: (count: number) => `and ${formatNumber(count)} more`,
};

export const planWords = {
  title: (count: number) => `Change to ${many(count, 'role', 'roles')}?`,
  action: (count: number) => `Make ${many(count, 'change', 'changes')}`,
  newNames: 'Names of the new roles',
  name: (place: number) => `Name of new role ${place}`,
  permissions: (count: number) => many(count, 'permission', 'permissions'),
  promise: 'Everyone keeps exactly the permissions they have. Only the roles in tokens change.',
  promiseLosses: (count: number) =>
    `Nobody gains a permission. ${count === 1 ? '1 permission is' : `${formatNumber(count)} permissions are`} lost by some holders.`,
  waits: 'The change needs to be known to leave access as it is.',
  broken: 'This plan is not made',
  brokenBy: {
    gain: 'Somebody would gain a permission. Compute the roles again.',
    loss: 'Somebody would lose a permission that the list does not show. Compute the roles again.',
    elsewhere: 'It would change access in another application.',
    unknown: 'Not all effects are known, so it may change access.',
    refused: 'Some of its changes would be refused.',
    rules: 'It would change rules about roles, whose effects are not compared.',
    review: 'A review of these roles was opened. Compute the roles again.',
  },
  called: {
    'roles.create': (name: string) => `New role ${name}`,
    'roles.update': 'Change of a role that includes a removed one',
    'roles.remove': (name: string) => `Removal of ${name}`,
    'grants.create': 'New grant',
    'grants.revoke': 'Revoked grant',
  },
  done: (count: number) => `The application now has ${many(count, 'fewer role', 'fewer roles')}.`,
  doneSame: 'The roles were changed.',
  undone: 'The former roles are back.',
  reason: 'Fewest roles',
  working: {
    asking: 'Sending the changes',
    reading: 'Reading the changes',
    checking: 'Checking the changes',
    effects: 'Computing the effects',
    writing: 'Making the changes',
  },
  again: 'Try again',
};

catalogue('fewest-roles', { words, listWords, curveWords, proofWords, planWords });
