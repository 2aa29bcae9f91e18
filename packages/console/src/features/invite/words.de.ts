import { formatNumber, plural } from '../../ui/format.ts';
import type * as English from './words.ts';

const people = (count: number) => plural(count, { one: '1 Person', other: `${formatNumber(count)} Personen` });

export const words: typeof English.words = {
  title: 'Personen einladen',
  people: 'Personen',
  addresses: 'Adressen',
  placeholder: 'lea.ferrari@example.org\nTunde Balogun <tunde.balogun@example.org>',
  found: (count) =>
    `${plural(count, { one: '1 Adresse', other: `${formatNumber(count)} Adressen` })} gefunden. Namen vor einer Adresse bleiben erhalten.`,
  groups: 'Gruppen',
  addGroup: 'Gruppe hinzufügen',
  roles: 'Rollen',
  addRole: 'Rolle hinzufügen',
  ends: 'Zugriff endet',
  month: '1 Monat',
  on: 'Am …',
  none: 'Kein Ende',
  onField: 'Zugriff endet am',
  endsHint: 'Gilt für die Rollen. In einer Gruppe bleibt man ohne Ende.',
  chooseDay: 'Wählen Sie den Tag.',
  language: 'Sprache der E-Mail',
  reason: 'Grund für die Rollen',
  invited: (count) => `${people(count)} ${count === 1 ? 'wird' : 'werden'} eingeladen`,
  who: 'Wer eingeladen wird',
  others: (count) => `${formatNumber(count)} weitere`,
  hasAccount: (name) => `${name} hat schon ein Konto`,
  haveAccounts: (count) => `${formatNumber(count)} weitere haben schon ein Konto`,
  noMail: 'Für sie ändert sich nichts, und sie bekommen keine E-Mail.',
  noMailOne: 'Hier ändert sich nichts, und es geht keine E-Mail hinaus.',
  repeated: (count) =>
    count === 1 ? '1 Adresse steht doppelt da' : `${formatNumber(count)} Adressen stehen mehrfach da`,
  once: 'Jede Person wird einmal eingeladen.',
  invalid: (count) => (count === 1 ? '1 Eintrag ist ungültig.' : `${formatNumber(count)} Einträge sind ungültig.`),
  why: {
    domain: (text) => `Bei ${text} fehlt die Endung der Domain.`,
    address: (text) => `${text} ist keine E-Mail-Adresse.`,
    none: (text) => `In „${text}“ steht keine E-Mail-Adresse.`,
  },
  fix: 'Berichtigen',
  leaveOut: 'Weglassen',
  leaveAllOut: 'Alle weglassen',
  notes: 'Jede Person bekommt eine E-Mail mit einem Link, der 7 Tage gilt.',
  noUndo: 'Gesendete E-Mails lassen sich nicht zurückholen, der Zugriff schon.',
  tooMany: (most, each, changes) =>
    `Das sind mehr als ${formatNumber(changes)} Änderungen. Mit dieser Auswahl lassen sich ${formatNumber(most)} Personen auf einmal einladen, weil jede Person ${each === 1 ? 'einmal' : `${formatNumber(each)}-mal`} zählt.`,
  action: (count) => (count === 0 ? 'Personen einladen' : `${people(count)} einladen`),
  nobody: 'Fügen Sie mindestens eine Adresse ein.',
  waits: 'Warten Sie, bis bekannt ist, was es bewirkt.',
  done: (count) => `${people(count)} ${count === 1 ? 'ist' : 'sind'} eingeladen.`,
  undone: 'Die Personen und ihr Zugriff sind entfernt. Links in gesendeten E-Mails gelten nicht mehr.',
  notSent: (count) => `${people(count)} ${count === 1 ? 'ist' : 'sind'} angelegt, aber noch nicht eingeladen.`,
  sendAgain: 'Einladungen senden',
  skipped: (name, why) => `${name}: ${why}.`,
  show: 'Eingeladene zeigen',
};
