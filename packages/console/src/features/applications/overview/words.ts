import { formatNumber } from '../../../ui/format.ts';
import { catalogue } from '../../../ui/language.ts';

export const words = {
  about: 'About',
  edit: 'Edit',
  name: 'Name',
  description: 'Description',
  none: 'None',
  registered: 'Registered',
  identifier: 'Identifier',
  identifierHint: 'The audience (“aud”) of this application’s tokens. It never changes.',
  saved: (name: string) => `${name} is saved.`,
  inside: 'Contents',
  permissions: 'Permissions',
  roles: 'Roles',
  grants: 'Grants',
  clients: 'Clients',
};

/** Texts of the next steps. */
export const stepWords = {
  title: 'What to do next',
  permissions: 'Name what the application lets people do',
  permissionsWhy: 'Its permissions, such as invoices.refund. Type them, or import a file.',
  permissionsDo: 'Add permissions',
  roles: 'Create a role',
  rolesWhy: 'A role is a named set of permissions, so that people need one grant and not many.',
  rolesDo: 'New role',
  grants: 'Grant a role to somebody',
  grantsWhy: 'To a person or a group, for a while or without end.',
  grantsDo: 'Add grant',
  clients: 'Register a client',
  clientsWhy: 'The program that signs people in: its addresses, and a secret when it runs on a server.',
  clientsDo: 'Register client',
  owners: 'Name an owner',
  ownersWhy: 'Owners manage this application and nothing else.',
  ownersDo: 'Add owner',
};

export const ownerWords = {
  title: 'Owners',
  add: 'Add owner',
  nobody: 'Nobody yet. Owners manage this application and nothing else.',
  since: 'added {when}',
  remove: (name: string) => `Remove ${name}`,
  newOwner: 'New owner',
  placeholder: 'Name, username or e-mail',
  cancel: 'Cancel',
  added: (name: string, application: string) => `${name} owns ${application}.`,
  removeTitle: (name: string) => `Remove ${name} as an owner?`,
  removeAction: 'Remove owner',
  removed: (name: string, application: string) => `${name} no longer owns ${application}.`,
  removeText: (name: string, application: string) =>
    `${name} can no longer manage ${application}, but keeps the access granted there.`,
  removeLast: (name: string, application: string) =>
    `${name} can no longer manage ${application}, which then has no owner. ${name} keeps the access granted there.`,
};

export const deleteWords = {
  section: 'Delete',
  sectionText: 'Everything in it is deleted, and everybody loses their access in it.',
  ask: 'Delete application…',
  title: (name: string) => `Delete ${name}?`,
  action: 'Delete application',
  text: (name: string) =>
    `Everybody loses their access in ${name} immediately. Its tokens and its clients stop working. The history stays in the audit log.`,
  deleted: 'deleted',
  permissions: (count: number) => (count === 1 ? '1 permission' : `${formatNumber(count)} permissions`),
  roles: (count: number) => (count === 1 ? '1 role' : `${formatNumber(count)} roles`),
  grants: (count: number) => (count === 1 ? '1 grant' : `${formatNumber(count)} grants`),
  clients: (count: number) => (count === 1 ? '1 client' : `${formatNumber(count)} clients`),
  confirm: (identifier: string) => `Type “${identifier}” to confirm`,
  mistyped: (identifier: string) => `That is not the identifier. Type exactly ${identifier}.`,
  done: (name: string) => `${name} is deleted.`,
};

catalogue('applications.overview', { words, stepWords, ownerWords, deleteWords });
