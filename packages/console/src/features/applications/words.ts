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
  noneCalledText: 'Search for fewer letters of its name, or for its identifier.',
  noneSeen: 'No application to see',
  noneSeenText: 'You see the applications that you own. An administrator can make you an owner.',
  empty: 'No applications yet',
  emptyText:
    'An application is what you protect. Give it a name; then list its permissions, make roles of them, and grant these to people.',
  registerFirst: 'Register the first application',
};

/** The words of one application's frame. */
export const applicationWords = {
  tabs: {
    overview: 'Overview',
    permissions: 'Permissions',
    roles: 'Roles',
    matrix: 'Matrix',
    grants: 'Grants',
    clients: 'Clients',
    'sign-in': 'Sign-in',
    integration: 'Integration',
    usage: 'Usage',
  },
  make: {
    permissions: 'Add permissions',
    roles: 'New role',
    grants: 'Add grant',
    clients: 'Register client',
  },
  import: 'Import',
  export: 'Export',
  exportWhat: 'Export who may do what',
  formats: { tsv: 'Tab-separated', csv: 'CSV', json: 'JSON' },
  formatDetails: { tsv: 'user, tab, permission', csv: 'for spreadsheets', json: 'for programs' },
  missing: 'There is no such application',
  missingText: 'It may have been deleted, or you may not be allowed to see it.',
  all: 'All applications',
};

/** The words of registering one. */
export const newWords = {
  register: 'Register application',
  name: 'Name',
  nameHint: 'As people know it: “Ledger”.',
  identifier: 'Identifier',
  identifierHint: 'The audience of the tokens, and part of addresses. It never changes.',
  free: 'Free. It is the audience of the tokens and never changes.',
  taken: (name: string) => `“${name}” has this identifier. Choose another.`,
  description: 'Description',
  descriptionHint: 'What it is for, for those who decide.',
};

catalogue('applications', { words, applicationWords, newWords });
