import { catalogue } from '../../ui/language.ts';

export const words = {
  /** The title of a permission within a sentence: “Refund invoices” becomes “refund invoices”. */
  phrase: (title: string): string =>
    /^\p{Lu}\p{Ll}/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title,
  use: (permission: string) => `use ${permission}`,
  permission: 'Permission',
  application: 'Application',
  something: 'do something',
  anApplication: 'an application',
  findPermission: 'Find a permission',
  findApplication: 'Find an application',
  noPermission: 'No such permission',
  noPermissions: 'The catalogue is empty. Type a name to check it anyway.',
  noApplication: 'No such application',
  chooseApplicationFirst: 'Choose the application first',
  askAnyway: 'not in the catalogue',
};

catalogue('blocks.question', { words });
