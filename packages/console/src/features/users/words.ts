import { formatNumber } from '../../ui/format.ts';
import { catalogue } from '../../ui/language.ts';

export const words = {
  users: 'Users',
  user: 'User',
  maybeDeleted: 'A deleted user remains in past dates and in the audit log until they are erased.',
  search: 'Name, e-mail or username',
  newUser: 'New user',
  import: 'Import',
  people: (count: string, total: number) => (total === 1 ? '1 person' : `${count} people`),
  name: 'Name',
  username: 'Username',
  email: 'E-mail',
  jobTitle: 'Job title',
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
  nobodyText: 'No user matches this name and these filters. Use fewer letters, or remove a filter.',
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

/** Texts of the form for a new user. */
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

/** Texts of one user's page. */
export const userWords = {
  invite: 'Invite by mail…',
  sendVerification: 'Mail a link to verify the address',
  verificationSent: (email: string, mails: boolean) =>
    mails
      ? `A link to verify ${email} is on its way.`
      : `The link to verify ${email} waits until a mail server is set.`,
  tabs: {
    access: 'Access',
    groups: 'Groups',
    grants: 'Grants',
    sessions: 'Sessions',
    activity: 'Activity',
    details: 'Details',
  },
  mayThey: 'May they…?',
  unknown: (name: string) => `No user has the username “${name}”`,
  unknownText: 'Check the spelling, or look for the user in the list. It may have been deleted.',
  toList: 'All users',
  grantAccess: 'Grant access',
  findApplication: 'Find an application',
  noApplications: 'No application by that name.',
  more: (name: string) => `More for ${name}`,
  makeLink: 'Make set-password link…',
  resetSecondFactor: 'Reset second factor…',
  unlinkAccounts: 'Unlink accounts…',
  suspend: 'Suspend…',
  handOver: 'Hand over duties…',
  reactivate: 'Let in again…',
  signOut: 'Sign out everywhere…',
  data: 'Download their data',
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
  letHold: 'Has an exception, for a time, for what nobody may hold together',
  seeSeparations: 'See how',
  endsSoon: 'Ends soon',
  asksDeletion: '{name} asked to be deleted, {when}.',
  deletionHow: (name: string) =>
    `You delete them under “More for ${name}”. Administrators erase them there, from the past and the audit log as well.`,
  lately: 'Lately',
  inApplication: 'in {application}',
  changesIn: (application: string) => `A grant that reaches them in ${application} begins or ends`,
};

/** Texts of the details. */
export const detailsWords = {
  facts: 'Facts',
  save: 'Save changes',
  discard: 'Discard changes',
  unchanged: 'Nothing is changed yet.',
  saved: (name: string) => `${name} is saved.`,
  noEmail: 'none',
  copyId: 'Copy the identifier',
};

/** Texts of the groups of a user. */
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
  removeColumn: 'Membership',
  indirect: 'They are in it by way of another group. Remove them from that one.',
  added: (name: string, group: string) => `${name} is in ${group}.`,
  removed: (name: string, group: string) => `${name} is no longer in ${group}.`,
  removeTitle: (name: string, group: string) => `Remove ${name} from ${group}?`,
  removeText: 'They no longer have what comes only by this group. What they hold otherwise stays.',
  removeDo: 'Remove from group',
  emptyTitle: 'In no group',
  emptyText: 'Everybody in a group has what is granted to it.',
};

/** Texts of the activity. */
export const activityWords = {
  show: 'Show',
  signIns: 'Sign-ins',
  changes: 'Changes',
  signInTable: (name: string) => `Sign-ins of ${name}`,
  what: 'What happened',
  where: 'Where',
  when: 'When',
  noSignIns: 'Never signed in',
  noSignInsText: 'Every attempt to sign in is listed here, with its browser and address.',
  noChanges: 'No changes yet',
  noChangesText: 'Every change to this user is listed here, with who made it.',
  inAudit: 'Open in Audit',
};

/** Texts of a user's access. */
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

/** Texts of a user's sign-in methods. */
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
    'Their authenticator app and their recovery codes end, and they are signed out everywhere. After that the password alone signs them in until they set up a new one. Make sure that the request comes from this person.',
  resetPasskeysText:
    'Their passkeys end, and they are signed out everywhere. After that the password alone signs them in. Make sure that the request comes from this person.',
  resetPasskeys: (count: number): string =>
    count === 1
      ? 'Their passkey as well, when it was on the lost device'
      : 'All their passkeys as well, when they were on the lost device',
  resetAccountsText:
    'Their accounts at other providers are unlinked, and they are signed out everywhere. Nobody signs in by these any more; they link others when they have signed in again. Make sure that the request comes from this person.',
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

/** Texts of a user's sessions. */
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

catalogue('users', {
  words,
  newUserWords,
  userWords,
  detailsWords,
  groupsWords,
  activityWords,
  accessWords,
  signInWords,
  sessionWords,
});
