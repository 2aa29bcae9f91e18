import { formatNumber, plural } from '../ui/format.ts';
import { catalogue } from '../ui/language.ts';

/** The units of a duration. */
export type TimeUnit = 'week' | 'day' | 'hour' | 'minute';

/** Texts that the shared components use. */
export const words = {
  /** Follows the name of the format, as in “CSV, with commas”. */
  csvBy: { comma: 'with commas', semicolon: 'with semicolons' },
  since: 'began',
  until: 'ends',
  sinceDay: 'Since',
  withoutEnd: 'no end',
  grantedBy: 'Granted by {who}',
  becauseOf: (reason: string) => `Reason: ${reason}`,
  morePaths: (count: number) => (count === 1 ? 'and one more path' : `and ${count} more paths`),
  starts: 'Starts',
  ended: 'Ended',
  person: 'Person or group',
  nobodyElse: 'Licet itself',
  operator: 'The operator',
  /** Used after a preposition, or alone. */
  operatorBeside: 'the operator',
  by: (name: string) => `by ${name}`,
  byOperator: 'by the operator',
  verified: 'Verified',
  notVerified: 'Not verified',
  erased: 'a person who was erased',
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
};

/** Texts of edit forms. */
export const editWords = {
  save: 'Save changes',
  discard: 'Discard changes',
  cancel: 'Cancel',
  unchanged: 'There are no changes to save.',
  undone: 'The change was undone.',
  empty: 'none',
};

/** Texts of search results in pickers. */
export const findWords = {
  members: (count: number) => (count === 1 ? '1 member' : `${formatNumber(count)} members`),
  admin: 'Has every permission',
  gone: 'no longer there',
  /** The titles of Licet's own permissions by name; empty in English, because the server's titles are English. */
  licet: {} as Readonly<Record<string, string>>,
  /** The titles of Licet's initial roles by name; empty in English, because the server's titles are English. */
  licetRoles: {} as Readonly<Record<string, string>>,
};

/** Texts of the dialog that changes the end of a grant. */
export const endWords = {
  title: (gives: string, from: string) => `When does ${gives} end for ${from}?`,
  inDraft: (gives: string, from: string) => `Change when ${gives} ends for ${from}`,
  present: 'Current end:',
  missing: 'Choose when it ends, or no end.',
  action: 'Change the end',
  done: (from: string, gives: string, until: string | undefined) =>
    `${from} holds ${gives} ${until === undefined ? 'without end' : `until ${until}`}.`,
  undone: (from: string, gives: string) => `The end of ${gives} for ${from} is restored.`,
};

/** A conflict. */
export const conflictWords = {
  title: (of: string) => `Not saved: somebody else changed ${of} in the meantime.`,
  both: 'Choose one of the two versions below.',
  same: 'They changed different fields. You can save your changes as well.',
  theirs: 'Saved by somebody else',
  mine: 'Typed by you',
  takeTheirs: 'Take theirs',
  keepMine: 'Keep mine',
};

export const differencesWords = { link: 'What changed?' };

/** Texts for the position of a page in a list. */
export const pageWords = {
  none: 'None',
  some: (shown: string, total: string) => `${shown} of ${total}`,
  range: (first: string, last: string, total: string) => `${first} to ${last} of ${total}`,
};

export const grantsWords = {
  show: 'Show',
  now: 'Active and scheduled',
  over: 'Ended',
  table: (name: string) => `Grants of ${name}`,
  actions: 'Actions',
  menu: (name: string) => `More for the grant of ${name}`,
  changeEnd: 'Change the end…',
  open: (application: string) => `Open in ${application}`,
  revoke: 'Revoke…',
  nothing: 'No grants',
  nothingGroup: 'This group has no grants. Its grants apply to all its members.',
  nothingOver: 'No ended grants',
  nothingOverText: 'Grants that expired or were revoked are listed here.',
};

/** Texts for the origin of a grant. */
export const requestWords = {
  byRequest: 'Requested and approved',
  asked: (when: string) => `Requested on ${when}`,
  approvedBy: (name: string) => `approved by ${name}`,
};

/** Revoking a grant. */
export const revokeWords = {
  title: (gives: string, from: string) => `Revoke ${gives} from ${from}?`,
  text: 'The grant ends immediately. Access through other grants stays. The grant remains in the history.',
  notStarted: 'The grant has not started yet and will not start. It remains in the history.',
  action: 'Revoke',
  done: (from: string, gives: string) => `${from} no longer holds ${gives} through this grant.`,
  again: (from: string, gives: string) => `${from} holds ${gives} again.`,
};

/** Texts for a list that loads more items on request. */
export const moreWords = { more: 'Show more', others: (count: number) => `${formatNumber(count)} more` };

export const sortWords = { sortBy: 'Sort by', sortedBy: (what: string) => `${what}: sort by` };

/** Texts for the columns of grants across applications. */
export const columnWords = {
  gives: 'Role or permission',
  application: 'Application',
  ends: 'Ends',
  grantedBy: 'Granted by',
  reason: 'Reason',
  none: '–',
};

export const stateWords = {
  pending: 'Waiting',
  approved: 'Approved',
  denied: 'Denied',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
  revoked: 'Revoked',
};

/** Texts that name the role or permission of a request. */
export const askWords = {
  role: (name: string) => `role ${name}`,
  theRole: (name: string) => `the role ${name}`,
  titled: (title: string) => `“${title}”`,
  asksFor: (what: string) => `for ${what}`,
  holds: (what: string) => `holds ${what}`,
};

/** Lengths of time. */
export const durationWords = {
  long: (count: number, unit: TimeUnit) => `${formatNumber(count)} ${unit}${count === 1 ? '' : 's'}`,
  short: (count: number, unit: TimeUnit) => {
    if (unit === 'hour') return `${count} h`;
    if (unit === 'minute') return `${count} min`;
    return `${formatNumber(count)} ${unit}${count === 1 ? '' : 's'}`;
  },
  today: (clock: string) => `${clock} today`,
  tomorrow: (clock: string) => `${clock} tomorrow`,
};

/** Texts for a line of the sign-in log that stands for several attempts. */
export const signInWords = {
  attempts: (count: number) => `${formatNumber(count)} times, last {last}`,
};

export const outcomeWords = {
  signed_in: 'Signed in',
  wrong_password: 'Wrong password',
  unknown_name: 'Unknown name',
  suspended: 'Refused: suspended',
  no_password: 'Refused: no password',
  second_factor_asked: 'Second factor requested',
  set_up_asked: 'Second factor setup required',
  stopped_by_policy: 'Stopped by the sign-in rules',
  wrong_code: 'Wrong code',
  passkey_refused: 'Passkey refused',
  provider_refused: 'Refused by the provider',
  throttled: 'Too many attempts',
  signed_out: 'Signed out',
  token_revoked: 'Tokens revoked by the application',
  key_ended: 'Key no longer valid',
  password_set: 'Password set',
  passkey_set: 'Passkey created with a link',
  reset_asked: 'Password reset requested',
  password_changed: 'Password changed',
};

const people = (count: number) => (count === 1 ? '1 person' : `${formatNumber(count)} people`);

export const mailRoundWords = {
  sentOf: (sent: number, total: number) => `${formatNumber(sent)} of ${formatNumber(total)} sent`,
  askedBy: (by: string) => `Requested ${by},`,
  lookedAt: (looked: number, total: number) => `${formatNumber(looked)} of ${formatNumber(total)} processed.`,
  held: (count: number) =>
    `${plural(count, { one: '1 waits', other: `${formatNumber(count)} wait` })} until a mail server is configured.`,
  failed: (count: number) => `${formatNumber(count)} could not be sent: see the outbox, under Settings.`,
  skipped: (count: number, why: string) => `${people(count)}: ${why}.`,
  why: {
    queued: 'invited',
    gone: 'deleted in the meantime',
    not_invited: 'already active, or suspended',
    no_address: 'no e-mail address',
    may_not: 'you may not make links for this user',
    already: 'already invited',
    settled: 'has set up what was missing',
    stopped: 'skipped because sending was stopped',
  },
  stop: 'Stop',
};

export const whenWords = {
  dayAndTime: 'Day and time',
  askThen: 'Show that time',
  backToNow: 'Now',
  yesterday: 'Yesterday',
  aWeekAgo: 'A week ago',
  aMonthAgo: 'A month ago',
  endOfMonth: 'End of last month',
  endOfQuarter: 'End of last quarter',
  endOfYear: 'End of last year',
};

/** Texts for the current name, if it differs from the shown one. */
export const nameNowWords = { nameNow: 'Current name', deletedSince: 'Deleted since' };

export const mailWords = { waits: 'No mail server is configured. Mails wait until an administrator configures one.' };

catalogue('blocks', {
  words,
  editWords,
  findWords,
  endWords,
  conflictWords,
  differencesWords,
  pageWords,
  grantsWords,
  requestWords,
  revokeWords,
  moreWords,
  sortWords,
  columnWords,
  stateWords,
  askWords,
  durationWords,
  signInWords,
  outcomeWords,
  mailRoundWords,
  whenWords,
  nameNowWords,
  mailWords,
});
