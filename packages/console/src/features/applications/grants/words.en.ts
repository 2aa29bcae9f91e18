import { formatNumber } from '../../../ui/format.ts';

export const words = {
  add: 'Add grant',
  grant: 'Grant',
  role: 'Role',
  permission: 'Permission',
  to: 'To',
  gives: 'Gives',
  kind: 'Kind',
  starts: 'Starts',
  ends: 'Ends',
  reason: 'Reason',
  grantedBy: 'Granted by',
  none: '–',
  show: 'Show all grants',
  search: 'Who, role or reason',
  table: (application: string) => `Grants in ${application}`,
  by: (who: string) => `By ${who}`,
  reasonBy: (reason: string, who: string) => `${reason}, by ${who}`,
  noneFits: 'No grant fits',
  noneFitsText: 'Take a filter away, or search for fewer letters.',
  empty: 'Nobody has been granted anything now',
  emptyText: 'Grant a role to a person or a group; it can end by itself, after two hours or on a date.',
  ofRole: (role: string) => `Role ${role}`,
  noLonger: 'This grant is not in the application. It may have ended with its role, its permission or its holder.',
  tooMany: 'There are too many grants to look through. Search for the person or the role it is for.',
  saved: (gives: string, to: string) => `The grant of ${gives} to ${to} is saved.`,
  this: 'this grant',
};

/** The words of the form of new grants, and of the period. */
export const formWords = {
  toPlaceholder: 'Person, group or program',
  rolePlaceholder: 'Choose a role',
  permissionPlaceholder: 'Choose a permission',
  reasonPlaceholder: 'Covering for Kwame',
  toPeople: (people: number) => `Grant to ${people === 1 ? '1 person' : `${formatNumber(people)} people`}`,
  toGroups: (groups: number) => `Grant to ${groups === 1 ? '1 group' : `${formatNumber(groups)} groups`}`,
  toPrograms: (programs: number) => `Grant to ${programs === 1 ? '1 program' : `${formatNumber(programs)} programs`}`,
  toSeveral: (count: number) => `Grant to ${formatNumber(count)}`,
  toBoth: (people: number, groups: number) =>
    `Grant to ${people === 1 ? '1 person' : `${formatNumber(people)} people`} and ${groups === 1 ? '1 group' : `${formatNumber(groups)} groups`}`,
  done: (who: string, count: number, gives: string) => `${who} ${count === 1 ? 'holds' : 'hold'} ${gives}.`,
  failed: (who: string, why: string) => `${who}: ${why}`,
  toMissing: 'Choose somebody who gets it.',
  roleMissing: 'Choose a role.',
  permissionMissing: 'Choose a permission.',
  startMissing: 'Choose the day and the time, or let it start now.',
  startPast: 'That lies in the past. Choose a time from now on.',
  endMissing: 'Choose the day and the time, or no end.',
  endBeforeStart: 'The end is not after the start.',
  now: 'Now',
  on: 'On…',
  start: 'Start',
  end: 'End',
  hours: '2 h',
  tonight: 'Tonight',
  week: '1 week',
  noEnd: 'No end',
  atInstant: (instant: string) => `${instant}.`,
  untilTaken: 'Until somebody takes it away.',
  chooseWhen: 'Choose the day and the time.',
};

/** The words of what a new grant changes. */
export const changeWords = {
  title: 'What this changes',
  cannot: 'It cannot be compared with what they hold now.',
  unknown: 'What they hold now is not known to you.',
  looking: 'Looking at what they hold now',
  everybodyAll: (group: string) => `Everybody in ${group} gains everything, by the rule`,
  everybody: (group: string, count: number) =>
    `Everybody in ${group} gains ${count === 1 ? '1 permission' : `${formatNumber(count)} permissions`}`,
  members: (count: number) =>
    `${count === 1 ? '1 direct member' : `${formatNumber(count)} direct members`}, and whoever joins later; who has it already keeps it`,
  admin: (name: string) => `${name} holds admin already`,
  adminText: 'It permits everything, by the rule.',
  becomesAdmin: (name: string) => `${name} may do everything`,
  becomesAdminText: 'admin permits everything, by the rule.',
  keeps: (name: string) => `${name} keeps what they have`,
  keepsText: 'All of it comes by another way already.',
  nothing: 'It brings no permission yet.',
  upTo: (name: string, count: number) =>
    `${name} gains up to ${count === 1 ? '1 permission' : `${formatNumber(count)} permissions`}`,
  upToText: 'Too many to compare here; some may come by another way already.',
  gains: (name: string, count: number) =>
    `${name} gains ${count === 1 ? '1 permission' : `${formatNumber(count)} permissions`}`,
  more: (count: number) => `and ${formatNumber(count)} more`,
  kept: (count: number) => `${count === 1 ? '1 other' : `${formatNumber(count)} others`} they have already`,
};

/** The words of the filters. */
export const filterWords = {
  state: 'State',
  all: 'All',
  one: 'one',
  present: 'active, scheduled',
  presentEntry: 'Active and scheduled',
  active: 'active',
  activeEntry: 'Active',
  scheduled: 'scheduled',
  scheduledEntry: 'Scheduled',
  expired: 'expired',
  expiredEntry: 'Expired',
  revoked: 'revoked',
  revokedEntry: 'Revoked',
  over: 'expired, revoked',
  overEntry: 'No longer in force',
};

/** The words of taking a grant away. */
export const revokeWords = { ask: 'Revoke grant…' };
