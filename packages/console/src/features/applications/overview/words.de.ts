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
  inside: 'Was darin ist',
  permissions: 'Berechtigungen',
  roles: 'Rollen',
  grants: 'Freigaben',
  clients: 'Clients',
};

export const stepWords: typeof English.stepWords = {
  title: 'Was als Nächstes zu tun ist',
  permissions: 'Nennen, was die Anwendung erlauben kann',
  permissionsWhy: 'Ihre Berechtigungen, etwa invoices.refund. Geben Sie sie ein, oder importieren Sie eine Datei.',
  permissionsDo: 'Berechtigungen hinzufügen',
  roles: 'Eine Rolle daraus machen',
  rolesWhy: 'Eine Rolle ist eine benannte Menge von Berechtigungen: So genügt eine Freigabe statt vieler.',
  rolesDo: 'Neue Rolle',
  grants: 'Jemandem eine Rolle geben',
  grantsWhy: 'Einer Person oder einer Gruppe, für eine Weile oder ohne Ende.',
  grantsDo: 'Freigabe hinzufügen',
  clients: 'Einen Client registrieren',
  clientsWhy: 'Das Programm, das Personen anmeldet: seine Adressen, und ein Geheimnis, wenn es auf einem Server läuft.',
  clientsDo: 'Client registrieren',
  owners: 'Eigentümer nennen',
  ownersWhy: 'Eigentümer verwalten diese Anwendung und sonst nichts.',
  ownersDo: 'Eigentümer hinzufügen',
};

export const ownerWords: typeof English.ownerWords = {
  title: 'Eigentümer',
  add: 'Eigentümer hinzufügen',
  nobody: 'Noch niemand. Eigentümer verwalten diese Anwendung und sonst nichts.',
  since: 'hinzugefügt {when}',
  remove: (name) => `${name} entfernen`,
  newOwner: 'Neuer Eigentümer',
  placeholder: 'Name, Benutzername oder E-Mail',
  cancel: 'Abbrechen',
  added: (name, application) => `${application} gehört jetzt auch ${name}.`,
  removeTitle: (name) => `${name} das Eigentum entziehen?`,
  removeAction: 'Eigentümer entfernen',
  removed: (name, application) => `${application} gehört ${name} nicht mehr.`,
  removeText: (name, application) =>
    `${name} kann ${application} nicht mehr verwalten. Was ${name} darin freigegeben ist, bleibt.`,
  removeLast: (name, application) =>
    `${name} kann ${application} nicht mehr verwalten, und sie gehört niemandem sonst. Was ${name} darin freigegeben ist, bleibt.`,
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
