import { formatNumber, plural } from '../../ui/format.ts';
import { catalogue } from '../../ui/language.ts';

/** Texts of the dialogs that suspend, reactivate, delete and sign out. */
export const dialogWords = {
  suspendTitle: (name: string) => `Suspend ${name}?`,
  suspendText:
    'They are signed out everywhere within a second, and cannot sign in. What they hold stays, and comes back when you let them in again.',
  suspendDo: 'Suspend user',
  suspendHanding: 'Hand over and suspend',
  suspended: (name: string) => `${name} is suspended and signed out.`,
  reactivateTitle: (name: string) => `Let ${name} in again?`,
  reactivateText: 'They can sign in again, and everything that they hold and that has not ended is theirs at once.',
  reactivateDo: 'Let in again',
  reactivated: (name: string) => `${name} can sign in again.`,
  gainsBack: 'has what they hold again; see Grants and Groups',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText: 'This cannot be undone. The audit trail keeps what was; the username and e-mail can be used again.',
  deleteDo: 'Delete user',
  deleteHanding: 'Hand over and delete',
  deleted: (name: string) => `${name} is deleted.`,
  grantsEnd: (count: string) => (count === '1' ? '1 grant ends' : `${count} grants end`),
  groupsEnd: (count: string) => (count === '1' ? '1 membership ends' : `${count} memberships end`),
  sessionsEnd: (count: string) => (count === '1' ? '1 browser is signed out' : `${count} browsers are signed out`),
  noSessions: 'No browser is signed in now.',
  signOutTitle: (name: string) => `Sign ${name} out everywhere?`,
  signOutText: 'They may sign in again at once with their password. Applications notice when they renew their token.',
  signOutDo: 'Sign out everywhere',
  signedOut: (name: string) => `${name} is signed out everywhere.`,
  linkTitle: (name: string) => `Set-password link for ${name}`,
  linkText: 'Anyone who opens it can set the password of this user. An earlier link ends now.',
  linkPassword: 'The present password works until the new one is set.',
  linkWaits: 'Loading how this user signs in…',
  linkDirectory: (directory: string) =>
    `This user signs in with a password of ${directory}, which stays unchanged. The link adds a password in Licet. It works even while their entry in ${directory} is locked, unless you suspend the user here.`,
  linkDo: 'Make link',
  done: 'Done',
};

/** Texts of an erasure. */
export const eraseWords = {
  title: (name: string) => `Erase ${name} for good?`,
  titleDeleted: 'Erase the person with this id for good?',
  text: 'An erasure removes the person from the past and the audit log as well. It cannot be undone.',
  goes: 'What goes',
  facts: (count: number) =>
    `The names and the address in ${plural(count, { one: 'one row', other: `${formatNumber(count)} rows` })} of the past, and their own reasons and requests`,
  changes: (count: number) =>
    `What refers to them in ${plural(count, { one: 'one event', other: `${formatNumber(count)} events` })} of the audit log`,
  showEvents: 'Show these events',
  event: (no: string) => `Event ${no}`,
  field: (path: string) =>
    path === 'actor' ? 'made by' : path === 'target' ? 'about' : `${path.split('.').slice(1).join('.')}:`,
  moreEvents: (count: number) => plural(count, { one: 'and one more', other: `and ${formatNumber(count)} more` }),
  others: (count: number) =>
    `Ways in, sessions, sign-in log, mails and similar data: ${plural(count, { one: 'one row', other: `${formatNumber(count)} rows` })}`,
  stays: 'What stays',
  staysEvents: 'The events themselves: what was done and when, by “a person who was erased”. The chain still verifies.',
  staysAccess: 'Their id, and the access that it had, with start and end',
  staysPeople: 'Other people’s names, and what others wrote into descriptions: look through those yourself',
  elsewhere: 'Backups, exports, logs and mails from before still hold them.',
  id: 'Their id',
  keepId: 'Keep it apart from Licet: after a restore of such a backup, erase them again by it.',
  counting: 'What goes is still being counted.',
  cannot: 'This cannot be done now; the dialog says why.',
  confirm: (username: string) => `Type “${username}” to confirm`,
  confirmId: 'Type their id to confirm',
  mistyped: (expected: string) => `That does not match. Type exactly ${expected}.`,
  action: 'Erase person',
  done: 'The person is erased.',
};

/** Texts of a user's duties and of their hand-over. */
export const handOverWords = {
  dialogTitle: (name: string) => `Hand over what ${name} is responsible for?`,
  action: 'Hand over',
  choose: 'Choose who takes over.',
  done: (name: string) => `What ${name} was responsible for is handed over.`,
  undone: (name: string) => `${name} has it back.`,
  nothing: 'They own, decide and review nothing, and asked for nothing.',
  title: 'What they leave behind',
  owns: (count: number) =>
    plural(count, { one: 'Owns one application', other: `Owns ${formatNumber(count)} applications` }),
  noOther: (name: string) => `${name} (has no other owner)`,
  decides: (count: number) =>
    plural(count, {
      one: 'Is named in the policy of one role',
      other: `Is named in the policies of ${formatNumber(count)} roles`,
    }),
  role: (role: string, application: string) => `${role} in ${application}`,
  reviews: (count: number) =>
    plural(count, { one: 'Reviews access in one review', other: `Reviews access in ${formatNumber(count)} reviews` }),
  staysNamed: (role: string) => `${role} (still named there, see below)`,
  goesTo: (name: string) => `goes to ${name}`,
  notYours: 'somebody else hands this over',
  waiting: (count: number) =>
    plural(count, { one: 'One request waits for them', other: `${formatNumber(count)} requests wait for them` }),
  waitingThen: 'The others who decide, or the owners, are asked instead.',
  requests: (count: number) =>
    plural(count, { one: 'Their own request ends', other: `Their own ${formatNumber(count)} requests end` }),
  deputyFor: (count: number) =>
    plural(count, {
      one: 'Decides in the place of one person',
      other: `Decides in the place of ${formatNumber(count)} people`,
    }),
  deputyThen: (names: string) => `${names} decide themselves again, or name somebody else.`,
  programs: (count: number) =>
    plural(count, {
      one: 'Registered one program, or made a secret for it',
      other: `Registered ${formatNumber(count)} programs, or made secrets for them`,
    }),
  programsThen: (names: string) =>
    `${names}: they go on working. Make new secrets where the old ones may have been kept.`,
  sets: (count: number) =>
    plural(count, { one: 'Applied one set of files', other: `Applied ${formatNumber(count)} sets of files` }),
  setsThen: (names: string) => `${names}: look whether the files still name them.`,
  last: 'Is the last administrator of Licet',
  lastThen: 'Give the role admin of Licet to somebody else first, without end.',
  to: 'Hand over to',
  toHint: 'Duties are handed over together with the change to the user. Leave it empty to leave everything as it is.',
  handing: (name: string) => `Hand over to ${name}`,
  waits: 'The effects have to be known before duties are handed over.',
  more: (count: number) => `and ${formatNumber(count)} more`,
};

catalogue('users.ending', { dialogWords, eraseWords, handOverWords });
