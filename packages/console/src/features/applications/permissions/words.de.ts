import { formatNumber, plural } from '../../../ui/format.ts';
import type * as English from './words.ts';

export const words: typeof English.words = {
  permission: 'Berechtigung',
  name: 'Name',
  title: 'Titel',
  inRoles: 'In Rollen',
  none: '–',
  unit: (roles) => plural(roles, { one: 'Rolle', other: 'Rollen' }),
  search: 'Name oder Titel',
  table: (application) => `Berechtigungen von ${application}`,
  noneFits: (q) => `Keine Berechtigung hat „${q}“ im Namen oder Titel`,
  noneFitsText: 'Suchen Sie nach weniger Buchstaben.',
  empty: 'Noch keine Berechtigungen',
  emptyText: 'Nennen Sie, was die Anwendung erlauben kann, etwa {example}. Ihr Code fragt nach diesen Namen.',
  add: 'Neue Berechtigung',
  importFile: 'Datei importieren',
};

export const permissionWords: typeof English.permissionWords = {
  delete: 'Berechtigung löschen …',
  noRole: 'Keine Rolle hat sie. Die Rolle admin erlaubt sie nach der Regel.',
  andOthers: (count) => plural(count, { one: 'und 1 weitere', other: `und ${formatNumber(count)} weitere` }),
  grantedAlone: 'Direkt freigegeben',
  seeGrants: 'Die Freigaben ansehen',
  toNobody: 'Zurzeit niemandem.',
  heldBy: 'Wer sie hat',
  allHolders: 'Alle mit ihren Wegen',
  renamed: 'Der Code der Anwendung fragt nach diesem Namen: Ändern Sie ihn auch dort.',
  titleHint:
    'Was man statt des Namens liest: „Berichte ansehen“. In der Ablehnung steht: Sie haben die Berechtigung „Berichte ansehen“ nicht.',
  saved: (name) => `${name} ist gespeichert.`,
  overtaken:
    'Jemand anders hat diese Berechtigung inzwischen umbenannt oder gelöscht. Laden Sie die Seite noch einmal.',
};

export const addWords: typeof English.addWords = {
  permissions: 'Berechtigungen',
  placeholder: 'invoices.read, Rechnungen ansehen\ninvoices.refund, Geld zurückgeben',
  hint: 'Ein Name je Zeile. Nach einem Komma oder Tabulator kann ein Titel folgen: was man statt des Namens liest, etwa „Berichte ansehen“.',
  addOne: 'Berechtigung hinzufügen',
  addSome: (count) => `${formatNumber(count)} Berechtigungen hinzufügen`,
  added: (count, application) =>
    plural(count, {
      one: `1 Berechtigung zu ${application} hinzugefügt.`,
      other: `${formatNumber(count)} Berechtigungen zu ${application} hinzugefügt.`,
    }),
  adding: 'Wird hinzugefügt',
  progress: (done, all) => `${done} von ${all}`,
  line: (line, detail) => `Zeile ${line}: ${detail}`,
  nothingTyped: 'Geben Sie den Namen einer Berechtigung ein.',
  tooLong: 'Das ist eine lange Liste. Importieren Sie sie als Datei.',
  commaMissing: (name, meant) =>
    `„${name}“ ist ein einziger Name, samt Leerzeichen. Ist das Ende der Titel, setzen Sie ein Komma: „${meant}“.`,
  twice: (name, line) => `${name} steht schon in Zeile ${line}.`,
  notAdded: 'Einige wurden nicht hinzugefügt',
};

export const deleteWords: typeof English.deleteWords = {
  title: (name) => `${name} löschen?`,
  action: 'Berechtigung löschen',
  text: 'Wer sie hat, verliert sie sofort. Der Code der Anwendung, der danach fragt, bekommt ein Nein.',
  done: (name) => `${name} ist gelöscht.`,
  noRole: 'Keine Rolle hat sie',
  roles: (count) =>
    plural(count, { one: '1 Rolle verliert sie', other: `${formatNumber(count)} Rollen verlieren sie` }),
  others: (count) => plural(count, { one: '1 weitere', other: `${formatNumber(count)} weitere` }),
  noGrant: 'Nicht direkt freigegeben',
  grants: (count, total) => plural(total, { one: '1 Freigabe davon endet', other: `${count} Freigaben davon enden` }),
};
