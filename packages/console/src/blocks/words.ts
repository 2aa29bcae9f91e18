import { formatNumber } from '../ui/format.ts';
import { catalogue } from '../ui/language.ts';

/** The units of a duration. */
export type TimeUnit = 'week' | 'day' | 'hour' | 'minute';

/** The words of the shared parts. */
export const words = {
  /** Follows the name of the format. */
  csvBy: { comma: 'by commas', semicolon: 'by semicolons' },
  since: 'began',
  until: 'ends',
  morePaths: (count: number) => (count === 1 ? 'and one more way' : `and ${count} more ways`),
  starts: 'Starts',
  ended: 'Ended',
  person: 'Person or group',
  nobodyElse: 'Licet itself',
  operator: 'The operator',
  /** Used after a preposition, or alone. */
  operatorBeside: 'the operator',
  verified: 'Verified',
  notVerified: 'Not verified',
  erased: 'a person who was erased',
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
};

/** The words of editing. */
export const editWords = {
  save: 'Save changes',
  discard: 'Discard changes',
  cancel: 'Cancel',
  unchanged: 'Nothing is changed yet.',
  undone: 'It is as it was before.',
  empty: 'none',
};

/** The words of pickers' results. */
export const findWords = {
  members: (count: number) => (count === 1 ? '1 member' : `${formatNumber(count)} members`),
  admin: 'May do everything',
  /** The titles of Licet's own permissions by name; empty in English, because the server's titles are English. */
  licet: {} as Readonly<Record<string, string>>,
};

/** Changing the end of a grant. */
export const endWords = {
  title: (gives: string, from: string) => `When does ${gives} end for ${from}?`,
  inDraft: (gives: string, from: string) => `Change when ${gives} ends for ${from}`,
  present: 'Until now it ends:',
  missing: 'Choose when it ends, or no end.',
  action: 'Change the end',
  done: (from: string, gives: string, until: string | undefined) =>
    `${from} holds ${gives} ${until === undefined ? 'without end' : `until ${until}`}.`,
  undone: (from: string, gives: string) => `${gives} ends for ${from} as before.`,
};

/** A conflict. */
export const conflictWords = {
  title: (of: string) => `Not saved: somebody else changed ${of} in the meantime.`,
  both: 'Both are below; choose one.',
  same: 'They changed other fields than you did. Yours can be saved beside theirs.',
  theirs: 'Saved by somebody else',
  mine: 'Typed by you',
  takeTheirs: 'Take theirs',
  keepMine: 'Keep mine',
};

/** The questions of Explain. */
export const explainWords = {
  questions: 'Questions',
  may: 'May someone…?',
  who: 'Who may…?',
  what: 'What changed?',
  inspect: 'Inspect a token',
};

/** The position of a page in a list. */
export const pageWords = {
  none: 'None',
  some: (shown: string, total: string) => `${shown} of ${total}`,
  range: (first: string, last: string, total: string) => `${first} to ${last} of ${total}`,
};

/** The grants of a principal. */
export const grantsWords = {
  show: 'Show',
  now: 'In force and to come',
  over: 'Over',
  table: (name: string) => `Grants of ${name}`,
  actions: 'Actions',
  menu: (name: string) => `More for the grant of ${name}`,
  changeEnd: 'Change the end…',
  open: (application: string) => `Open in ${application}`,
  revoke: 'Revoke…',
  nothing: 'No grants',
  nothingUser: 'Nothing is granted to them directly. What comes by groups stands under Access.',
  nothingGroup: 'Nothing is granted to this group. A grant to it counts for everybody in it.',
  nothingOver: 'Nothing is over yet',
  nothingOverText: 'Grants that expired or were revoked are listed here.',
};

/** The origin of a grant. */
export const requestWords = {
  byRequest: 'Asked for and approved',
  asked: (when: string) => `Asked for on ${when}`,
  approvedBy: (name: string) => `approved by ${name}`,
};

/** Revoking a grant. */
export const revokeWords = {
  title: (gives: string, from: string) => `Revoke ${gives} from ${from}?`,
  text: 'It ends at once. Access by other grants stays. The grant remains in the history.',
  notStarted: 'It has not started yet and never will. The grant remains in the history.',
  action: 'Revoke',
  done: (from: string, gives: string) => `${from} no longer holds ${gives} by this grant.`,
  again: (from: string, gives: string) => `${from} holds ${gives} again.`,
};

/** A list that grows. */
export const moreWords = { more: 'Show more', others: (count: number) => `${formatNumber(count)} more` };

/** The sort order of a list. */
export const sortWords = { sortBy: 'Sort by', sortedBy: (what: string) => `${what}: sort by` };

/** The columns of grants over all applications. */
export const columnWords = {
  gives: 'Role or permission',
  application: 'Application',
  ends: 'Ends',
  grantedBy: 'Granted by',
  reason: 'Reason',
  none: '–',
};

/** The states of requests and grants. */
export const stateWords = {
  pending: 'Waiting',
  approved: 'Approved',
  denied: 'Denied',
  withdrawn: 'Withdrawn',
  expired: 'Lapsed',
  revoked: 'Revoked',
};

/** The objects of requests. */
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

/** A line of the sign-in log for several attempts. */
export const signInWords = {
  attempts: (count: number) => `${formatNumber(count)} times, last {last}`,
};

/** The outcomes of sign-ins. */
export const outcomeWords = {
  signed_in: 'Signed in',
  wrong_password: 'Wrong password',
  unknown_name: 'Unknown name',
  suspended: 'Refused: suspended',
  no_password: 'Refused: no password',
  second_factor_asked: 'Second factor asked for',
  set_up_asked: 'Second factor to be set up',
  stopped_by_policy: 'Stopped by the sign-in rules',
  wrong_code: 'Wrong code',
  passkey_refused: 'Passkey refused',
  provider_refused: 'Refused at a provider',
  throttled: 'Too many attempts',
  signed_out: 'Signed out',
  token_revoked: 'Tokens revoked by the application',
  key_ended: 'A key that has ended',
  password_set: 'Password set',
  passkey_set: 'Passkey set with a link',
  reset_asked: 'Reset asked for',
  password_changed: 'Password changed',
};

const people = (count: number) => (count === 1 ? '1 person' : `${formatNumber(count)} people`);

/** The progress of a round of mails. */
export const mailRoundWords = {
  sentOf: (sent: number, total: number) => `${formatNumber(sent)} of ${formatNumber(total)} sent`,
  askedBy: (name: string) => `Asked for by ${name},`,
  lookedAt: (looked: number, total: number) => `${formatNumber(looked)} of ${formatNumber(total)} had their turn.`,
  held: (count: number) => `${formatNumber(count)} wait until a mail server is set.`,
  failed: (count: number) => `${formatNumber(count)} could not be sent: see the outbox, under Settings.`,
  skipped: (count: number, why: string) => `${people(count)}: ${why}.`,
  why: {
    queued: 'invited',
    gone: 'deleted meanwhile',
    not_invited: 'in already, or suspended',
    no_address: 'no e-mail address',
    may_not: 'has access that you may not give',
    already: 'invited already',
    settled: 'has set up what was missing',
    stopped: 'left out when it was stopped',
  },
  stop: 'Stop',
};

/** A choice of the shown instant. */
export const whenWords = {
  dayAndTime: 'Day and time',
  askThen: 'Ask about then',
  backToNow: 'Now',
  yesterday: 'Yesterday',
  aWeekAgo: 'A week ago',
  aMonthAgo: 'A month ago',
  endOfMonth: 'End of last month',
  endOfQuarter: 'End of last quarter',
  endOfYear: 'End of last year',
};

/** The present name, if the shown one differs. */
export const nameNowWords = { nameNow: 'Name now', deletedSince: 'Deleted since' };

/** The words of queued mails. */
export const mailWords = { waits: 'No mail server is set: the mails wait until an administrator sets one.' };

catalogue('blocks', {
  words,
  editWords,
  findWords,
  endWords,
  conflictWords,
  explainWords,
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
