import { formatNumber } from '../../ui/format.ts';
import { catalogue } from '../../ui/language.ts';

export const words = {
  allUsers: 'All users',
  users: 'Users',
  user: 'User',
  maybeDeleted: 'A deleted user stays visible on past dates and in the audit log until they are erased.',
  search: 'Name, e-mail or username',
  invitePeople: 'Invite people',
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
  created: 'Created',
  never: 'Never',
  none: 'None',
  dash: '–',
  missing: 'Security',
  application: 'Application',
  missings: {
    second_factor: 'no second factor',
    recovery: 'no recovery option',
    sign_in: 'no way to sign in',
  },
  deletionAsked: 'Asks to be deleted',
  yes: 'yes',
  importedBy: 'Imported by',
  changeNo: (no: number) => `change ${formatNumber(no)}`,
  invitation: 'Invitation',
  invitations: { none: 'none valid', open: 'valid' },
  more: (count: number) => `+${count}`,
  findGroup: 'Find a group',
  findRole: 'Find a role',
  noGroups: 'No group by that name.',
  noRoles: 'No role by that name.',
  nobody: 'No users match',
  nobodyText: 'No user matches this name and these filters. Shorten the search, or remove a filter.',
  showEverybody: 'Show all users',
  emptyTitle: 'No users yet',
  emptyText: 'Create the first user, or import a file of users and permissions on the page of its application.',
  importTitle: 'Import people',
  importText:
    'An import file lists people and their access in one application. Choose the application. Its page reads the file, shows what would change, and creates missing users.',
  importChoose: 'Choose the application',
  cancel: 'Cancel',
  close: 'Close',
};

/** Texts of the form for a new user. */
export const newUserWords = {
  title: 'New user',
  lead: 'They set their own password with a link that you hand over.',
  nameHint: 'As colleagues know them.',
  usernameHint: 'Used to sign in. No spaces.',
  emailHint: 'Can also be used to sign in.',
  create: 'Create user',
  creating: 'Creating the user',
  created: (name: string) => `${name} was created`,
  linkFailed: 'The user was created, but the link was not.',
  makeLink: 'Create the link',
  another: 'Add another',
  open: (name: string) => `Open ${name}`,
};

/** Texts of one user's page. */
export const userWords = {
  invite: 'Invite by mail…',
  sendVerification: 'Send verification link',
  confirmAddress: 'Confirm e-mail address…',
  addressSetBy: 'Address set by',
  addressUnconfirmed: 'not confirmed by an administrator or the user',
  verificationSent: (email: string, mails: boolean) =>
    mails
      ? `A link to verify ${email} is on its way.`
      : `The link to verify ${email} waits until a mail server is configured.`,
  people: 'People',
  tabs: {
    access: 'Access',
    groups: 'Groups',
    sessions: 'Sign-ins and sessions',
    activity: 'Activity',
    details: 'Details',
  },
  mayThey: 'Check access',
  unknown: (name: string) => `No user has the username “${name}”`,
  unknownText: 'Check the spelling, or look for the user in the list. They may have been deleted.',
  toList: 'All users',
  grantAccess: 'Grant access',
  findApplication: 'Find an application',
  noApplications: 'No application by that name.',
  more: (name: string) => `More for ${name}`,
  makeLink: 'Create set-password link…',
  resetSecondFactor: 'Reset second factor…',
  unlinkAccounts: 'Unlink accounts…',
  suspend: 'Suspend…',
  handOver: 'Hand over duties…',
  reactivate: 'Reactivate…',
  signOut: 'Sign out everywhere…',
  data: 'Download their data',
  remove: 'Delete…',
  erase: 'Erase permanently…',
  oneself: 'This is you. Ask another administrator, so that you do not lock yourself out.',
  suspendedNote: (name: string) => `${name} is suspended: they cannot sign in and have no access.`,
  suspendedHow: 'Their grants and groups are kept, and apply again when you reactivate them.',
  invitedNote: (name: string) => `${name} has not set a password yet.`,
  invitedHow: 'Invite them by mail, or create a set-password link and give it to them.',
  invitedByHand: 'Create a set-password link and hand it to them.',
  invitedAlready: 'Their current link still works. A new one replaces it.',
  joined: 'Created',
  signedIn: 'Last sign-in',
  signsInWith: 'Signs in with',
  identifier: 'Identifier',
  holdsTooMuch: 'Holds roles that a separation rule keeps apart',
  letHold: 'Has a temporary exception from a separation rule',
  seeSeparations: 'Show details',
  asksDeletion: '{name} asked to be deleted, {when}.',
  deletionHow: (name: string) =>
    `Delete them under “More for ${name}”. Administrators can also erase them there, including from the past and the audit log.`,
};

/** Texts of the line of facts below the name. */
export const headWords = {
  signedIn: 'Signed in {when}',
  never: 'Never signed in',
  passkeyAndCode: 'Passkey and code',
  passkey: 'Passkey',
  code: 'Code from an app',
  passwordOnly: 'Password only',
  nothing: 'No way to sign in',
};

/** Texts of the details. */
export const detailsWords = {
  facts: 'Facts',
  save: 'Save changes',
  discard: 'Discard changes',
  unchanged: 'There are no changes to save.',
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
  comesBy: 'Through',
  direct: 'Direct member',
  by: 'Through',
  since: 'Since',
  remove: (group: string) => `Remove from ${group}…`,
  removeColumn: 'Membership',
  indirect: 'They are a member through another group. Remove them from that group.',
  emptyTitle: 'No groups',
  emptyText: 'Members of a group have everything that is granted to it.',
};

/** Texts of the activity. */
/** Texts of the panel beside the list of users. */
export const besideWords = {
  open: (name: string) => `Open ${name}`,
  all: 'All',
  nextPrevious: 'next, previous',
  more: (count: number) => `${formatNumber(count)} more`,
  /** `permissions` is undefined for the role admin, which implies all of them. */
  holds: (roles: string, permissions: number | undefined) =>
    [
      roles,
      permissions === undefined
        ? 'every permission'
        : permissions === 1
          ? '1 permission'
          : `${formatNumber(permissions)} permissions`,
    ]
      .filter((part) => part !== '')
      .join(' · '),
};

export const activityWords = {
  changes: 'Changes',
  noChanges: 'No changes yet',
  noChangesText: 'Every change to this user is listed here, with who made it.',
  inAudit: 'Open in Audit',
};

/** Texts of the list of a user's sign-ins. */
export const signInLogWords = {
  title: 'Sign-ins',
  table: (name: string) => `Sign-ins of ${name}`,
  what: 'What happened',
  where: 'Where',
  when: 'When',
  none: 'Never signed in',
  noneText: 'Every attempt to sign in is listed here, with its browser and address.',
};

/** Texts of a user's access. */
export const accessWords = {
  search: 'Permission',
  searchGrants: 'Role or permission',
  show: 'Show',
  views: { all: 'All', direct: 'Granted directly', ending: 'Ending', unused: 'Unused' },
  onlyEnded: 'Only ended',
  permission: 'Permission',
  comesBy: 'Through',
  from: 'From',
  ends: 'Ends',
  lastUsed: 'Last used',
  neverUsed: 'Never',
  noUse: '–',
  actions: 'Actions',
  directly: 'by a direct grant',
  through: (name: string) => `through ${name}`,
  stays: (through: string, after: string, until: string | undefined) =>
    `Stays ${through} after ${after}${until === undefined ? '' : `, until ${until}`}`,
  alsoBy: 'also',
  joined: (group: string | undefined) => (group === undefined ? 'joined the groups' : `joined ${group}`),
  kept: (who: string, permission: string, through: string) => `${who} keeps ${permission} ${through}.`,
  request: 'Request',
  extend: 'Extend…',
  setEnd: 'Set an end…',
  revoke: 'Revoke…',
  revokeRole: (role: string) => `Revoke ${role}…`,
  leave: (group: string) => `Remove from ${group}…`,
  why: 'Show why',
  permitted: 'Permitted: ',
  table: (application: string) => `Permissions in ${application}`,
  grantsTable: (name: string) => `Grants of ${name}`,
  endingTable: (name: string) => `What ends soon for ${name}`,
  unusedTable: (name: string) => `Unused grants of ${name}`,
  permissions: (count: string) => (count === '1' ? '1 permission' : `${count} permissions`),
  matching: (count: string, all: string) => `${count} of ${all} permissions`,
  token: (roles: number, used: string, budget: string) =>
    `${roles === 0 ? 'no role' : roles === 1 ? '1 role' : `${formatNumber(roles)} roles`} in the token, ${used} of ${budget} kB`,
  tooLarge: (used: string) => `${used} kB, fetched by reference`,
  tooLargeNote: (used: string, budget: string) =>
    `The token would have ${used} kB, more than the ${budget} kB that servers accept. It carries a reference instead, and the application fetches the permissions from Licet.`,
  nearLimit: (used: string, budget: string) =>
    `The token has ${used} of ${budget} kB. Above that, it carries a reference instead of the permissions.`,
  rolesTitle: 'Roles in the token',
  adminTitle: 'Holds admin: everything is permitted',
  adminText: (application: string) =>
    `Every permission of ${application} is permitted, including future ones. Only explicit permissions are listed here, as in the token.`,
  admin: 'admin, everything',
  shown: (shown: string, total: string) => `${shown} of ${total}`,
  noneMatch: 'None of the permissions here match.',
  onlyRoles: 'No permissions, only the roles above.',
  empty: 'No access to anything',
  emptyText: (name: string) => `${name} holds no role and no permission, neither directly nor through a group.`,
  emptySuspended: 'Nothing is permitted while they are suspended. What they hold is listed under “Granted directly”.',
  noneDirect: { title: 'No grants', text: 'This user has no direct grants. “All” lists access through groups.' },
  noneEnded: { title: 'No ended grants', text: 'Grants that expired or were revoked are listed here.' },
  noneEnding: { title: 'Nothing ends soon', text: 'What this user loses within seven days is listed here.' },
  noneUnused: {
    title: 'No unused grants',
    text: 'Direct grants that were not used for a quarter of a year are listed here.',
  },
  unknownUse: {
    title: 'Use is not known',
    text: 'No application in which this user has direct grants has reported use for a quarter of a year.',
  },
  noneFit: 'None of these match',
  onlyFirst: 'Only the first entries of each application were searched.',
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
  resetTitle: (name: string) => `Reset the second factor of ${name}?`,
  resetText:
    'This removes their authenticator app and recovery codes, and signs them out everywhere. Their password alone then signs them in until they set up a new second factor. Make sure that the request comes from this person.',
  resetPasskeysText:
    'This removes their passkeys and signs them out everywhere. Their password alone then signs them in. Make sure that the request comes from this person.',
  resetPasskeys: (count: number): string =>
    count === 1
      ? 'Also remove their passkey, if it was on the lost device'
      : 'Also remove all their passkeys, if they were on the lost device',
  resetAccountsText:
    'This unlinks their accounts at other providers and signs them out everywhere. They can link accounts again after their next sign-in. Make sure that the request comes from this person.',
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
  title: 'Sessions',
  table: (name: string) => `Where ${name} is signed in`,
  browser: 'Browser',
  address: 'Address',
  signedIn: 'Signed in',
  lastSeen: 'Last seen',
  ends: 'Ends',
  current: 'this browser',
  unknown: 'Unknown browser',
  everywhere: 'Sign out everywhere…',
  emptyTitle: 'No sessions',
  emptyText: 'A session starts at sign-in, and ends at sign-out or when it expires.',
};

catalogue('users', {
  words,
  newUserWords,
  userWords,
  headWords,
  detailsWords,
  groupsWords,
  activityWords,
  besideWords,
  signInLogWords,
  accessWords,
  signInWords,
  sessionWords,
});
