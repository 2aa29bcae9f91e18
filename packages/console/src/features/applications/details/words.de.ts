import { formatNumber, plural } from '../../../ui/format.ts';
import type * as English from './words.ts';

export const words: typeof English.words = {
  about: 'Über die Anwendung',
  edit: 'Ändern',
  name: 'Name',
  description: 'Beschreibung',
  none: 'Keine',
  registered: 'Registriert',
  identifier: 'Kennung',
  identifierHint: 'Die Audience („aud“) der Token dieser Anwendung. Sie ändert sich nie.',
  saved: (name) => `${name} ist gespeichert.`,
};

export const deleteWords: typeof English.deleteWords = {
  section: 'Löschen',
  sectionText: 'Alles darin geht mit, und alle verlieren, was die Anwendung ihnen gab.',
  ask: 'Anwendung löschen …',
  title: (name) => `${name} löschen?`,
  action: 'Anwendung löschen',
  text: (name) =>
    `Alle verlieren sofort, was ${name} ihnen gab. Ihre Token und ihre Clients hören auf zu funktionieren. Der Verlauf bleibt im Protokoll.`,
  deleted: 'gelöscht',
  permissions: (count) => plural(count, { one: '1 Berechtigung', other: `${formatNumber(count)} Berechtigungen` }),
  roles: (count) => plural(count, { one: '1 Rolle', other: `${formatNumber(count)} Rollen` }),
  grants: (count) => plural(count, { one: '1 Freigabe', other: `${formatNumber(count)} Freigaben` }),
  clients: (count) => plural(count, { one: '1 Client', other: `${formatNumber(count)} Clients` }),
  confirm: (identifier) => `Zur Bestätigung „${identifier}“ eingeben`,
  mistyped: (identifier) => `Das ist nicht die Kennung. Geben Sie ${identifier} ein, genau so.`,
  done: (name) => `${name} ist gelöscht.`,
};
