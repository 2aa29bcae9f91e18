import { formatNumber, plural } from '../../ui/format.ts';
import { catalogue } from '../../ui/language.ts';

/** Texts of the dialogs that suspend, reactivate, delete and sign out. */
export const dialogWords = {
  suspendTitle: (name: string) => `Suspend ${name}?`,
  suspendText:
    'They are signed out everywhere within a second, and cannot sign in. Their grants and groups are kept, and apply again when you reactivate them.',
  suspendDo: 'Suspend user',
  suspendHanding: 'Hand over and suspend',
  suspended: (name: string) => `${name} is suspended and signed out.`,
  reactivateTitle: (name: string) => `Reactivate ${name}?`,
  reactivateText: 'They can sign in again, and all their grants that have not ended apply immediately.',
  reactivateDo: 'Reactivate',
  reactivated: (name: string) => `${name} can sign in again.`,
  gainsBack: 'regains their access; see Grants and Groups',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText:
    'This cannot be undone. The audit log keeps the history. The username and e-mail address can be used again.',
  deleteDo: 'Delete user',
  deleteHanding: 'Hand over and delete',
  deleted: (name: string) => `${name} is deleted.`,
  grantsEnd: (count: string) => (count === '1' ? '1 grant ends' : `${count} grants end`),
  groupsEnd: (count: string) => (count === '1' ? '1 membership ends' : `${count} memberships end`),
  sessionsEnd: (count: string) => (count === '1' ? '1 browser is signed out' : `${count} browsers are signed out`),
  noSessions: 'No browser is signed in now.',
  signOutTitle: (name: string) => `Sign ${name} out everywhere?`,
  signOutText:
    'They can sign in again with their password at any time. Applications notice when they renew their token.',
  signOutDo: 'Sign out everywhere',
  signedOut: (name: string) => `${name} is signed out everywhere.`,
  confirmAddressTitle: (name: string) => `Confirm the e-mail address of ${name}?`,
  confirmAddressText: (email: string, by: string) =>
    `${by} set the address ${email}. After you confirm it, password resets are mailed there even if the user has access to Licet itself. First ask the user for their address in person or by phone. If it differs, change it under Details instead.`,
  confirmAddressDo: 'Confirm address',
  addressConfirmed: (name: string) => `The e-mail address of ${name} is confirmed.`,
  linkTitle: (name: string) => `Set-password link for ${name}`,
  linkText: 'Anyone who opens it can set the password of this user. An earlier link stops working now.',
  linkPassword: 'The current password works until the new one is set.',
  linkWaits: 'Loading how this user signs in…',
  linkDirectory: (directory: string) =>
    `This user signs in with a password of ${directory}, which stays unchanged. The link adds a password in Licet. It works even while their entry in ${directory} is locked, unless you suspend the user here.`,
  linkDo: 'Create link',
  done: 'Done',
};

/** Texts of an erasure. */
export const eraseWords = {
  title: (name: string) => `Erase ${name} permanently?`,
  titleDeleted: 'Erase the person with this id permanently?',
  text: 'Erasing removes the person’s data, also from the past and the audit log. It cannot be undone.',
  goes: 'What is removed',
  facts: (count: number) =>
    `The names and the address in ${plural(count, { one: 'one row', other: `${formatNumber(count)} rows` })} of the history, and the reasons and requests that they wrote`,
  changes: (count: number) =>
    `References to them in ${plural(count, { one: 'one event', other: `${formatNumber(count)} events` })} of the audit log`,
  showEvents: 'Show these events',
  event: (no: string) => `Event ${no}`,
  field: (path: string) =>
    path === 'actor' ? 'made by' : path === 'target' ? 'about' : `${path.split('.').slice(1).join('.')}:`,
  moreEvents: (count: number) => plural(count, { one: 'and one more', other: `and ${formatNumber(count)} more` }),
  others: (count: number) =>
    `Sign-in methods, sessions, sign-in log, mails and similar data: ${plural(count, { one: 'one row', other: `${formatNumber(count)} rows` })}`,
  stays: 'What stays',
  staysEvents: 'The events themselves: what was done and when, by “a person who was erased”. The chain still verifies.',
  staysAccess: 'Their id, and the access that it had, with start and end',
  staysPeople: 'Other people’s names, and descriptions that others wrote: check those yourself',
  elsewhere: 'Earlier backups, exports, logs and mails still contain their data.',
  id: 'Their id',
  keepId: 'Store it outside Licet. After restoring an earlier backup, use it to erase them again.',
  counting: 'Licet is still counting what is removed.',
  cannot: 'This cannot be done now; the dialog says why.',
  confirm: (username: string) => `Type “${username}” to confirm`,
  confirmId: 'Type their id to confirm',
  mistyped: (expected: string) => `That does not match. Type exactly ${expected}.`,
  action: 'Erase person',
  done: 'The person is erased.',
};

/** Texts about a user's duties and handing them over. */
export const handOverWords = {
  dialogTitle: (name: string) => `Hand over the duties of ${name}?`,
  action: 'Hand over',
  choose: 'Choose who takes over.',
  done: (name: string) => `The duties of ${name} are handed over.`,
  undone: (name: string) => `${name} has their duties back.`,
  nothing: 'They have no duties and no open requests.',
  title: 'Duties and open requests',
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
  notYours: 'somebody else must hand this over',
  waiting: (count: number) =>
    plural(count, {
      one: 'One request is waiting for them',
      other: `${formatNumber(count)} requests are waiting for them`,
    }),
  waitingThen: 'The other approvers, or the owners, decide instead.',
  requests: (count: number) =>
    plural(count, { one: 'Their own request ends', other: `Their own ${formatNumber(count)} requests end` }),
  deputyFor: (count: number) =>
    plural(count, {
      one: 'Decides on behalf of one person',
      other: `Decides on behalf of ${formatNumber(count)} people`,
    }),
  deputyThen: (names: string) => `${names} decide themselves again, or name somebody else.`,
  programs: (count: number) =>
    plural(count, {
      one: 'Registered one program, or created a secret for it',
      other: `Registered ${formatNumber(count)} programs, or created secrets for them`,
    }),
  programsThen: (names: string) =>
    `${names}: they continue to work. Create new secrets if this user may have kept the old ones.`,
  sets: (count: number) =>
    plural(count, { one: 'Applied one set of files', other: `Applied ${formatNumber(count)} sets of files` }),
  setsThen: (names: string) => `${names}: check whether the files still name them.`,
  last: 'Is the last administrator of Licet',
  lastThen: 'Grant the role admin of Licet to somebody else first, without an end.',
  to: 'Hand over to',
  toHint: 'Duties are handed over together with this action. Leave this empty to hand over nothing.',
  handing: (name: string) => `Hand over to ${name}`,
  waits: 'Wait for the effects before you hand over duties.',
  more: (count: number) => `and ${formatNumber(count)} more`,
};

catalogue('users.ending', { dialogWords, eraseWords, handOverWords });
