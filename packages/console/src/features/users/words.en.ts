import { formatNumber, plural } from '../../ui/format.ts';
/** The words of the users' screens. */
export const words = {
  users: 'Users',
  user: 'User',
  maybeDeleted: 'Whoever was deleted still stands in the past and in the audit log, until they are erased.',
  search: 'Name, e-mail or username',
  newUser: 'New user',
  import: 'Import',
  people: (count: string, total: number) => (total === 1 ? '1 person' : `${count} people`),
  name: 'Name',
  username: 'Username',
  email: 'E-mail',
  status: 'Status',
  statuses: { active: 'Active', invited: 'No password yet', suspended: 'Suspended' },
  groups: 'Groups',
  group: 'Group',
  roles: 'Roles',
  holdsRole: 'Holds a role',
  endsNext: 'Ends next',
  lastSignIn: 'Last sign-in',
  loading: '…',
  created: 'Created',
  never: 'Never',
  none: 'None',
  dash: '–',
  missing: 'Lacks',
  missings: { second_factor: 'a second factor', recovery: 'anything to fall back on', sign_in: 'any sign-in' },
  deletionAsked: 'Asks to be deleted',
  yes: 'yes',
  importedBy: 'Imported by',
  changeNo: (no: number) => `change ${formatNumber(no)}`,
  invitation: 'Invitation',
  invitations: { none: 'has none that works', open: 'has one' },
  more: (count: number) => `+${count}`,
  findGroup: 'Find a group',
  findRole: 'Find a role',
  noGroups: 'No group by that name.',
  noRoles: 'No role by that name.',
  gone: 'no longer there',
  nobody: 'Nobody fits this',
  nobodyText: 'Nobody has this name, and fits every filter. Use fewer letters, or take a filter away.',
  showEverybody: 'Show everybody',
  emptyTitle: 'Nobody here yet',
  emptyText:
    'Add the first person by hand, or import a file of users and permissions on the page of the application it is for.',
  importTitle: 'Import people',
  importText:
    'A file names people together with what they may do in one application. Choose the application: its page reads the file, shows what it would change, and creates the people who are missing.',
  importChoose: 'Choose the application',
  cancel: 'Cancel',
  close: 'Close',
};

/** The words of making a user, and of the one-time link. */
export const newUserWords = {
  title: 'New user',
  lead: 'They set their own password with a link that you hand over.',
  nameHint: 'As colleagues know them.',
  usernameHint: 'They sign in with it. Without spaces.',
  emailHint: 'They can sign in with it too.',
  create: 'Create user',
  creating: 'Creating the user',
  created: (name: string) => `${name} was created`,
  linkFailed: 'The user was created, but the link was not made.',
  makeLink: 'Make the link',
  another: 'Add another',
  open: (name: string) => `Open ${name}`,
};

export const linkWords = {
  label: 'One-time link',
  once: 'This link is shown only now.',
  what: (name: string) => `Hand it to ${name} yourself, by a way that only they read. Licet sends no e-mail.`,
  use: 'Whoever opens it first sets the password. It works once, and a newer link ends it.',
  until: 'Works until',
};

/** The words of one user's page. */
export const userWords = {
  invite: 'Invite by mail…',
  sendVerification: 'Mail a link to verify the address',
  verificationSent: (email: string) => `A link to verify ${email} is on its way.`,
  tabs: {
    access: 'Access',
    groups: 'Groups',
    grants: 'Grants',
    sessions: 'Sessions',
    activity: 'Activity',
    details: 'Details',
  },
  mayThey: 'May they…?',
  grantAccess: 'Grant access',
  findApplication: 'Find an application',
  noApplications: 'No application by that name.',
  more: (name: string) => `More for ${name}`,
  makeLink: 'Make set-password link…',
  resetSecondFactor: 'Reset second factor…',
  unlinkAccounts: 'Unlink accounts…',
  suspend: 'Suspend…',
  reactivate: 'Let in again…',
  signOut: 'Sign out everywhere…',
  remove: 'Delete…',
  erase: 'Erase for good…',
  oneself: 'This is you. Ask another administrator, so that you do not lock yourself out.',
  suspendedNote: (name: string) =>
    `${name} is suspended: nobody can sign in as them, and nothing is permitted to them.`,
  suspendedHow: 'What they hold stays, and comes back when they are let in again.',
  invitedNote: (name: string) => `${name} has not set a password yet.`,
  invitedHow: 'Invite them by mail, or make a set-password link and hand it to them.',
  invitedByHand: 'Make a set-password link and hand it to them.',
  invitedAlready: 'The link that they were given still works; a new one ends it.',
  about: (name: string) => `About ${name}`,
  joined: 'Created',
  signedIn: 'Last sign-in',
  signsInWith: 'Signs in with',
  identifier: 'Identifier',
  holdsTooMuch: 'Holds what nobody may hold together',
  letHold: 'Let hold, for a time, what nobody may hold together',
  seeSeparations: 'See how',
  endsSoon: 'Ends soon',
  asksDeletion: '{name} asked to be deleted, {when}.',
  deletionHow: (name: string) =>
    `You delete them under “More for ${name}”. Administrators erase them there, from the past and the audit log as well.`,
  lately: 'Lately',
  inApplication: 'in {application}',
  changesIn: (application: string) => `A grant that reaches them in ${application} begins or ends`,
};

/** The words of what a user may do. */
export const accessWords = {
  search: 'Permission or its title',
  permission: 'Permission',
  comesBy: 'Comes by',
  ends: 'Ends',
  permitted: 'Permitted: ',
  moreWays: (count: number) => (count === 1 ? 'and one more way' : `and ${count} more ways`),
  table: (application: string) => `Permissions in ${application}`,
  permissions: (count: string) => (count === '1' ? '1 permission' : `${count} permissions`),
  matching: (count: string, all: string) => `${count} of ${all} permissions`,
  token: (used: string, budget: string) => `token ${used} of ${budget} kB`,
  tooLarge: (used: string) => `${used} kB, fetched by reference`,
  tooLargeNote: (used: string, budget: string) =>
    `The token would have ${used} kB, more than the ${budget} kB that servers take. It carries a reference, and the application fetches the permissions from Licet.`,
  nearLimit: (used: string, budget: string) =>
    `The token has ${used} of ${budget} kB. Beyond that it carries a reference in place of the permissions.`,
  rolesTitle: 'Roles in the token',
  adminTitle: 'Holds admin: everything is permitted',
  adminText: (application: string) =>
    `Every permission of ${application} is permitted, also those that are named later. Listed here is what is held explicitly, as the token carries it.`,
  admin: 'admin, everything',
  shown: (shown: string, total: string) => `${shown} of ${total}`,
  noneMatch: 'None of the permissions here match.',
  onlyRoles: 'No permissions, only the roles above.',
  empty: 'No access to anything',
  emptyText: (name: string) => `${name} holds no role and no permission, neither directly nor by a group.`,
  emptySuspended: 'Nothing is permitted while they are suspended. What they hold is listed under Grants.',
  open: (application: string) => `Show what they may do in ${application}`,
  openApplication: (application: string) => `Open ${application}`,
};

/** The words of what a user signs in with. */
export const signInWords = {
  password: 'Password',
  passkeys: (count: number) => (count === 1 ? '1 passkey' : `${count} passkeys`),
  app: 'Authenticator app',
  account: (provider: string, name: string) => `${provider}: ${name}`,
  recovery: (left: number, of: number) => `Recovery codes, ${left} of ${of} left`,
  nothing: 'Nothing yet',
  unknown: 'Not known',
  resetTitle: (name: string) => `Reset the second factor of ${name}?`,
  resetText:
    'Their authenticator app and their recovery codes end, and they are signed out everywhere. After that the password alone signs them in until they set up a new one. Be sure that it is they who ask.',
  resetPasskeysText:
    'Their passkeys end, and they are signed out everywhere. After that the password alone signs them in. Be sure that it is they who ask.',
  resetPasskeys: (count: number): string =>
    count === 1
      ? 'Their passkey as well, when it was on the lost device'
      : 'All their passkeys as well, when they were on the lost device',
  resetAccountsText:
    'Their accounts at other providers are unlinked, and they are signed out everywhere. Nobody signs in by these any more; they link others when they have signed in again. Be sure that it is they who ask.',
  resetAccounts: (count: number): string =>
    count === 1
      ? 'Unlink their account at another provider as well'
      : 'Unlink their accounts at other providers as well',
  unlinkTitle: (name: string) => `Unlink the accounts of ${name}?`,
  unlinkDo: 'Unlink accounts',
  unlinked: (name: string) => `The accounts of ${name} are unlinked.`,
  resetDo: 'Reset second factor',
  reset: (name: string) => `The second factor of ${name} is reset.`,
};

/** The words of the dialogs; each says what it will change. */
export const dialogWords = {
  suspendTitle: (name: string) => `Suspend ${name}?`,
  suspendText:
    'They are signed out everywhere within a second, and cannot sign in. What they hold stays, and comes back when you let them in again.',
  suspendDo: 'Suspend user',
  suspended: (name: string) => `${name} is suspended and signed out.`,
  reactivateTitle: (name: string) => `Let ${name} in again?`,
  reactivateText: 'They can sign in again, and everything that they hold and that has not ended is theirs at once.',
  reactivateDo: 'Let in again',
  reactivated: (name: string) => `${name} can sign in again.`,
  gainsBack: 'has what they hold again; see Grants and Groups',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText: 'This cannot be undone. The audit trail keeps what was; the username and e-mail can be used again.',
  deleteDo: 'Delete user',
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
  linkText: 'Whoever opens it sets the password of this user. A link made earlier ends now.',
  linkPassword: 'The present password works until the new one is set.',
  linkDo: 'Make link',
  done: 'Done',
};

/** The words of the details. */
export const detailsWords = {
  facts: 'Facts',
  save: 'Save changes',
  discard: 'Discard changes',
  unchanged: 'Nothing is changed yet.',
  saved: (name: string) => `${name} is saved.`,
  noEmail: 'none',
  copyId: 'Copy the identifier',
};

/** The words of the groups of a user. */
export const groupsWords = {
  add: 'Add to group',
  find: 'Find a group',
  none: 'No group by that name.',
  table: (name: string) => `Groups of ${name}`,
  group: 'Group',
  comesBy: 'Comes by',
  direct: 'Direct member',
  by: 'By way of',
  since: 'Since',
  remove: (group: string) => `Remove from ${group}…`,
  removeShort: 'Remove…',
  removeColumn: 'Membership',
  indirect: 'They are in it by way of another group. Remove them from that one.',
  added: (name: string, group: string) => `${name} is in ${group}.`,
  removed: (name: string, group: string) => `${name} is no longer in ${group}.`,
  removeTitle: (name: string, group: string) => `Remove ${name} from ${group}?`,
  removeText: 'They no longer have what comes only by this group. What they hold otherwise stays.',
  removeDo: 'Remove from group',
  emptyTitle: 'In no group',
  emptyText: 'A group brings what is granted to it to everybody in it.',
};

/** The words of sessions and the log. */
export const sessionWords = {
  table: (name: string) => `Where ${name} is signed in`,
  browser: 'Browser',
  address: 'Address',
  signedIn: 'Signed in',
  lastSeen: 'Last seen',
  ends: 'Ends',
  current: 'this browser',
  unknown: 'Unknown browser',
  everywhere: 'Sign out everywhere…',
  emptyTitle: 'Signed in nowhere',
  emptyText: 'A session begins when somebody signs in, and ends when they sign out or it runs out.',
};

/** The words of the activity. */
export const activityWords = {
  show: 'Show',
  signIns: 'Sign-ins',
  changes: 'Changes',
  signInTable: (name: string) => `Sign-ins of ${name}`,
  what: 'What happened',
  where: 'Where',
  when: 'When',
  noSignIns: 'Never signed in',
  noSignInsText: 'Every attempt to sign in stands here, with the browser and the address it came from.',
  noChanges: 'No changes yet',
  noChangesText: 'Every change of this user stands here, with who made it.',
  inAudit: 'Open in Audit',
};

/** The words of inviting. */
export const inviteWords = {
  title: (name: string) => `Invite ${name}?`,
  titleMany: (count: number) => `Invite ${formatNumber(count)} people?`,
  text: 'Each gets a mail with a link to set a password with. It works once, for a week, while you may do this.',
  action: 'Send by mail',
  queued: (count: number) =>
    count === 1 ? '1 invitation is on its way' : `${formatNumber(count)} invitations are on their way`,
  queuedText: 'What becomes of it stands in the outbox, under Settings.',
  skipped: (count: number) => (count === 1 ? 'One person gets none:' : `${formatNumber(count)} people get none:`),
  why: {
    gone: 'deleted meanwhile',
    not_invited: 'was in already, or is suspended',
    no_address: 'has no e-mail address',
    may_not: 'has access that you may not give',
    already: 'has an invitation already',
    settled: 'has set up what was missing',
    stopped: 'stopped or withdrawn before their turn',
  },
  more: (count: number) => `And ${formatNumber(count)} more.`,
  close: 'Done',
};

const people = (count: number) => (count === 1 ? '1 person' : `${formatNumber(count)} people`);

/** The words of invitations of many, of links by hand, and of taking them back. */
export const invitationWords = {
  menu: 'Invitations',
  menuTicked: (count: number) => `Invitations of ${formatNumber(count)}`,
  tickFirst: 'Tick somebody in the list first.',
  nobody: 'The list is empty.',
  inviteTicked: (count: number) => (count === 0 ? 'Invite those ticked…' : `Invite ${people(count)} by mail…`),
  linksTicked: (count: number) =>
    count === 0 ? 'Links for those ticked, as CSV…' : `Links for ${people(count)}, as CSV…`,
  withdrawTicked: (count: number) => (count === 0 ? 'Withdraw from those ticked…' : `Withdraw from ${people(count)}…`),
  inviteAll: (count: number) => `Invite everybody in this list (${formatNumber(count)})…`,
  linksAll: (count: number) => `Links for everybody in this list (${formatNumber(count)}), as CSV…`,
  allTitle: (count: number) => `Invite everybody in this list, ${people(count)}?`,
  allText:
    'They are invited one after another, while you do something else; how far it is stands above the list. Each gets a link that works once, for a week, while you may do this.',
  again: 'Also those who have an invitation already: the earlier one ends',
  allAction: 'Send by mail',
  begun: 'The invitations are on their way.',
  linksTitle: (count: number) => `Make one-time links for ${people(count)}?`,
  linksText:
    'Whoever has a link can become its user, once, for three days. The file holds them all: hand each over by a way that only its person reads, and delete the file. Earlier links end now.',
  linksRefused:
    'Those for whom you may make none stand at the end of the file, with the reason. Each link is on the audit trail.',
  linksAction: 'Make links and save the file',
  linksSaved: 'The links are saved as a file.',
  fileName: 'invitation-links',
  withdrawOne: 'Withdraw invitation…',
  withdrawTitle: (name: string) => `Withdraw the invitation of ${name}?`,
  withdrawTitleMany: (count: number) => `Withdraw the invitations of ${people(count)}?`,
  withdrawText: 'Links that they have end at once, by mail and by hand. What is still to be sent is not sent.',
  withdrawAction: 'Withdraw',
  withdrawn: (count: number) =>
    count === 1 ? '1 invitation is withdrawn' : `${formatNumber(count)} invitations are withdrawn`,
  notWithdrawn: (count: number): string => (count === 1 ? 'One person had none to withdraw:' : 'Not of these:'),
  whyNotWithdrawn: {
    gone: 'deleted meanwhile',
    none: 'has none that still works',
    may_not: 'is managed by others',
  },
  round: 'Invitations under way',
  states: { under_way: 'Inviting', done: 'Invited', stopped: 'Inviting was stopped' },
  fact: 'Invitation',
  unknown: 'Not known',
  linkByMail: 'Sent by mail',
  linkByHand: 'Link made by hand',
  until: 'Works until',
  mailWaiting: 'Waits to be sent',
  mailHeld: 'Waits: no mail server is set',
  mailFailed: 'Could not be sent',
  none: 'None',
  over: 'Over, or withdrawn',
};

/** The words of erasing a person. */
export const eraseWords = {
  title: (name: string) => `Erase ${name} for good?`,
  titleDeleted: 'Erase the person with this id for good?',
  text: 'Erasing takes a person out of the past and the audit log as well. Nothing brings back what goes.',
  goes: 'What goes',
  facts: (count: number) =>
    `The names and the address in ${plural(count, { one: 'one row', other: `${formatNumber(count)} rows` })} of the past, and their own reasons and requests`,
  changes: (count: number) =>
    `Their name in ${plural(count, { one: 'one event', other: `${formatNumber(count)} events` })} of the audit log`,
  others: (count: number) =>
    `Ways in, sessions, sign-in log, mails and the like: ${plural(count, { one: 'one row', other: `${formatNumber(count)} rows` })}`,
  stays: 'What stays',
  staysEvents: 'The events themselves: what was done and when, by “a person who was erased”. The chain still verifies.',
  staysAccess: 'Their id, and which access it had from when to when',
  staysPeople: 'Other people’s names, and what others wrote into descriptions: look through those yourself',
  elsewhere: 'Backups, exports, logs and mails from before still hold them.',
  id: 'Their id',
  keepId: 'Keep it apart from Licet: after a restore of such a backup, erase them again by it.',
  counting: 'What goes is still being counted.',
  cannot: 'This cannot be done now; the dialog says why.',
  confirm: (username: string) => `Type “${username}” to confirm`,
  confirmId: 'Type their id to confirm',
  mistyped: (expected: string) => `That is something else. Type ${expected}, exactly so.`,
  action: 'Erase person',
  done: 'The person is erased.',
};
