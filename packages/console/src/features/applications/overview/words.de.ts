import { formatNumber, plural } from '../../../ui/format.ts';
import type * as English from './words.ts';

export const figureWords: typeof English.figureWords = {
  label: 'In Zahlen',
  none: '–',
  people: 'Personen',
  thanAWeekAgo: (more) => {
    if (more === 0) return 'so viele wie vor einer Woche';
    return more > 0 ? `${formatNumber(more)} mehr in einer Woche` : `${formatNumber(-more)} weniger in einer Woche`;
  },
  waiting: 'Wartet',
  waitingFor: (requests, reviews) => {
    const asked = plural(requests, { one: '1 Anfrage', other: `${formatNumber(requests)} Anfragen` });
    const open = plural(reviews, { one: '1 Überprüfung', other: `${formatNumber(reviews)} Überprüfungen` });
    if (requests + reviews === 0) return 'nichts für Sie';
    return requests === 0 ? open : reviews === 0 ? asked : `${asked}, ${open}`;
  },
  endsIn: (days) => `Endet in ${days} Tagen`,
  next: 'zuerst {when}',
  nothing: 'nichts',
  unused: 'Ungenutzter Zugriff',
  notUsedIn: (days) => `seit ${days} Tagen ungenutzt`,
  notMeasured: 'noch nicht gemessen',
  administrators: 'Administration',
  more: (count) => plural(count, { one: '1 weitere', other: `${formatNumber(count)} weitere` }),
};

export const waitingWords: typeof English.waitingWords = {
  title: 'Wartet',
  all: 'Alle',
  nothing: 'Nichts wartet auf Sie.',
  asks: '{who} beantragt {what}',
  review: (name) => `Überprüfung ${name}`,
  decided: (decided, all) => `${formatNumber(decided)} von ${formatNumber(all)} entschieden`,
  due: 'bis',
};

export const roleUseWords: typeof English.roleUseWords = {
  title: 'Nutzung der Rollen',
  days: (days) => `${days} Tage`,
  all: 'In Rollen ungenutzt',
  usedOf: (used, permissions) => `${formatNumber(used)} von ${formatNumber(permissions)} genutzt`,
  notMeasured: (application, days) =>
    `Noch nicht gemessen: ${application} muss die Nutzung erst ${days} Tage lang melden.`,
  tooMany: (most) => `Mehr als ${formatNumber(most)} Berechtigungen in Rollen sind ungenutzt.`,
  noRoles: 'Noch keine Rollen mit Berechtigungen.',
};

export const stepWords: typeof English.stepWords = {
  title: 'Was als Nächstes zu tun ist',
  permissions: 'Nennen, was die Anwendung erlauben kann',
  permissionsWhy: 'Ihre Berechtigungen, etwa invoices.refund. Geben Sie sie ein, oder importieren Sie eine Datei.',
  permissionsDo: 'Neue Berechtigung',
  roles: 'Eine Rolle daraus machen',
  rolesWhy: 'Eine Rolle ist eine benannte Menge von Berechtigungen: So genügt eine Freigabe statt vieler.',
  rolesDo: 'Neue Rolle',
  grants: 'Jemandem eine Rolle geben',
  grantsWhy: 'Einer Person oder einer Gruppe, für eine Weile oder ohne Ende.',
  grantsDo: 'Zugriff freigeben',
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
  more: (name) => `Zu ${name}`,
  remove: 'Entfernen …',
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
