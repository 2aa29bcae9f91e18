import { formatNumber } from '../../../ui/format.ts';
import { catalogue } from '../../../ui/language.ts';

export const words = {
  permission: 'Permission',
  name: 'Name',
  title: 'Title',
  inRoles: 'In roles',
  none: '–',
  unit: (roles: number): string => (roles === 1 ? 'role' : 'roles'),
  search: 'Name or title',
  table: (application: string) => `Permissions of ${application}`,
  noneFits: (q: string) => `No permission has “${q}” in its name or title`,
  noneFitsText: 'Shorten the search.',
  empty: 'No permissions yet',
  emptyText: 'Name what the application lets people do, such as {example}. Its code checks these names.',
  add: 'New permission',
  importFile: 'Import a file',
};

export const permissionWords = {
  delete: 'Delete permission…',
  noRole: 'No role includes it. The role admin always permits it.',
  andOthers: (count: number) => `and ${count === 1 ? '1 other' : `${formatNumber(count)} others`}`,
  grantedAlone: 'Granted directly',
  seeGrants: 'See the grants',
  toNobody: 'Nobody at present.',
  heldBy: 'Held by',
  allHolders: 'All holders and their paths',
  renamed: 'The application’s code checks this name. Change it there too.',
  titleHint:
    'Shown to people instead of the name, such as “See reports”. A refusal then says: You do not have the permission “See reports”.',
  saved: (name: string) => `${name} is saved.`,
  overtaken: 'Somebody else has renamed or deleted this permission in the meantime. Load the page again.',
};

/** Texts of the form for new permissions. */
export const addWords = {
  permissions: 'Permissions',
  placeholder: 'invoices.read, See invoices\ninvoices.refund, Give money back',
  hint: 'One name per line. A title may follow after a comma or a tab. People see it instead of the name, such as “See reports”.',
  addOne: 'Add permission',
  addSome: (count: number) => `Add ${formatNumber(count)} permissions`,
  added: (count: number, application: string) =>
    `${count === 1 ? '1 permission' : `${formatNumber(count)} permissions`} added to ${application}.`,
  adding: 'Adding',
  progress: (done: number, all: number) => `${done} of ${all}`,
  line: (line: number, detail: string) => `Line ${line}: ${detail}`,
  nothingTyped: 'Type the name of a permission.',
  tooLong: 'That is a long list. Import it as a file instead.',
  commaMissing: (name: string, meant: string) =>
    `“${name}” is read as one name, including the spaces. To add a title, write a comma before it: “${meant}”.`,
  twice: (name: string, line: number) => `${name} is already on line ${line}.`,
  notAdded: 'Some were not added',
};

export const deleteWords = {
  title: (name: string) => `Delete ${name}?`,
  action: 'Delete permission',
  text: 'Everybody who has it loses it at once. Checks for it in the application’s code are then refused.',
  done: (name: string) => `${name} is deleted.`,
  noRole: 'No role includes it',
  roles: (count: number) => (count === 1 ? '1 role loses it' : `${formatNumber(count)} roles lose it`),
  others: (count: number) => (count === 1 ? '1 other' : `${formatNumber(count)} others`),
  noGrant: 'Not granted directly',
  grants: (count: string, total: number) => (total === 1 ? '1 of its grants ends' : `${count} of its grants end`),
};

catalogue('applications.permissions', { words, permissionWords, addWords, deleteWords });
