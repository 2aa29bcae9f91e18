import type * as English from './words.ts';

export const words: typeof English.words = {
  phrase: (title) => `„${title}“`,
  use: (permission) => `${permission} nutzen`,
  permission: 'Berechtigung',
  application: 'Anwendung',
  something: 'etwas tun',
  anApplication: 'einer Anwendung',
  findPermission: 'Berechtigung suchen',
  findApplication: 'Anwendung suchen',
  noPermission: 'Keine solche Berechtigung',
  noPermissions: 'Der Katalog ist leer. Geben Sie einen Namen ein, um trotzdem danach zu fragen.',
  noApplication: 'Keine solche Anwendung',
  chooseApplicationFirst: 'Wählen Sie zuerst die Anwendung',
  askAnyway: 'nicht im Katalog',
};
