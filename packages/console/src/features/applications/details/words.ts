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

catalogue('applications.details', { words, deleteWords });
