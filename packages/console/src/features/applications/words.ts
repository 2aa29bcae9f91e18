import { formatNumber } from '../../ui/format.ts';
import { catalogue } from '../../ui/language.ts';

export const words = {
  applications: 'Applications',
  application: 'Application',
  newApplication: 'New application',
  search: 'Name or identifier',
  owners: 'Owners',
  permissions: 'Permissions',
  roles: 'Roles',
  grants: 'Grants',
  grantUnit: (grants: number): string => (grants === 1 ? 'grant' : 'grants'),
  licet: 'Licet itself',
  none: '–',
  twoOwners: (one: string, other: string) => `${one}, ${other}`,
  moreOwners: (one: string, others: number) => `${one} and ${formatNumber(others)} others`,
  noneCalled: (q: string) => `No application is called “${q}”`,
  noneCalledText: 'Shorten the search, or search for the identifier of the application.',
  noneSeen: 'No applications that you may see',
  noneSeenText: 'You see the applications that you own. An administrator can make you an owner.',
  empty: 'No applications yet',
  emptyText:
    'An application is a web application, with its API, that Licet protects. Give it a name, list its permissions, create roles from them, and grant the roles to people.',
  registerFirst: 'Register the first application',
};

/** Texts of the page of an application. */
export const applicationWords = {
  tabs: {
    overview: 'Overview',
    roles: 'Roles',
    access: 'Access',
    usage: 'Usage',
    settings: 'Settings',
  },
  /** The parts of the tabs Roles and Settings. */
  parts: {
    roles: 'Roles',
    permissions: 'Permissions',
    matrix: 'Matrix',
    details: 'Details',
    clients: 'Clients',
    'sign-in': 'Sign-in',
    integration: 'Integration',
  },
  partsOf: { roles: 'View', settings: 'Part of the settings' },
  make: {
    overview: 'Grant access',
    permissions: 'New permission',
    roles: 'New role',
    grants: 'Grant access',
    clients: 'Register client',
  },
  open: (name: string) => `Open ${name}`,
  import: 'Import',
  export: 'Export',
  exportWhat: 'Export access',
  exportAs: (format: string) => `Export: ${format}`,
  more: 'More',
  formats: { tsv: 'Tab-separated', csv: 'CSV', json: 'JSON' },
  formatDetails: { tsv: 'user, tab, permission', csv: 'for spreadsheets', json: 'for programs' },
  missing: 'There is no such application',
  missingText: 'It may have been deleted, or you may not be allowed to see it.',
  all: 'All applications',
};

/** Texts of the form for a new application. */
export const newWords = {
  register: 'Register application',
  name: 'Name',
  nameHint: 'As people know it: “Ledger”.',
  identifier: 'Identifier',
  identifierHint: 'The audience of the tokens, and part of addresses. It never changes.',
  free: 'Available. It is the audience of the tokens and never changes.',
  taken: (name: string) => `“${name}” already has this identifier. Choose another.`,
  description: 'Description',
  descriptionHint: 'What the application is for. Approvers read this.',
};

/** Texts of an application's sign-in requirements. */
export const signInWords = {
  rules: (application: string) => `how people sign in to ${application}`,
  saved: (application: string) => `How people sign in to ${application} is changed.`,
  labels: {
    ways: 'How people sign in',
    secondFactor: 'Second factor',
    maxAge: 'How old a sign-in may be',
  },
  about:
    'The sign-in rules of the organisation apply to everybody. This application can require more of those who sign in to it, never less.',
  licet: 'Licet itself uses the rules of the organisation, so that nobody can lock its administrators out.',
  whichWays: 'Accepted ways to sign in',
  allWays: (ways: string) => `All that the organisation accepts, now and later. Now: ${ways}`,
  someWays: 'Only some of them',
  noWay: 'Nobody can sign in here now: the organisation no longer accepts any of the chosen ways. Choose another.',
  everybody: 'Everybody needs a second factor here',
  everybodyHint:
    'Immediately and in every browser, even if the organisation gives people more time. Besides a password, people need an authenticator app or a passkey. A passkey that verifies its user is enough on its own.',
  asOrganisation: 'As the organisation requires',
  maxAgeHint: 'Users whose sign-in is older sign in again when they come here. Their tokens are not renewed either.',
  asSession: 'As long as their session lasts',
  whom: (application: string) =>
    `This counts the users who have access in ${application} or own it. The rules also apply to others who sign in to it, but not to programs.`,
  stoppedHelp:
    'Any of them can use a set-password link, which you create on their user page. They then have an hour to set up what is missing. If only passkeys are accepted, users without a passkey must create one before passwords are turned off.',
  noPlanText:
    'The plan names people who have access here. To see it, you need the permissions users.read and, unless you own this application, access.read of Licet.',
  stoppedText: (application: string) =>
    `They cannot sign in to ${application} the next time they come to it. Elsewhere they stay signed in.`,
};

catalogue('applications', { words, applicationWords, newWords, signInWords });
