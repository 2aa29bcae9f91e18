import { formatNumber, plural } from '../../../ui/format.ts';
import type * as English from './words.ts';

const lines = (count: number) => plural(count, { one: '1 Zeile', other: `${formatNumber(count)} Zeilen` });
const roles = (count: number) => plural(count, { one: '1 Rolle', other: `${formatNumber(count)} Rollen` });

export const words: typeof English.words = {
  title: (application) => `In ${application} importieren`,
  looking: 'Es wird nachgesehen, was sich ändern würde',
  importing: 'Wird importiert',
  cancel: 'Abbrechen',
  cancelImport: 'Den Import abbrechen',
  check: 'Die Datei prüfen',
  nothingYet: 'Wählen Sie eine Datei, oder fügen Sie ihren Inhalt ein.',
  close: 'Schließen',
  backToFile: 'Zurück zur Datei',
  back: 'Zurück',
  importLines: (count) => `${lines(count)} importieren`,
  importRoles: (count) => `${roles(count)} importieren`,
  done: 'Fertig',
  sending: 'Die Datei wird gesendet',
  phases: {
    reading: (done) => `Gelesen: ${done}`,
    checking: (done) => `Geprüft: ${done}`,
    writing: (done) => `Geschrieben: ${done}`,
  },
  doneOf: (done, total) => `${done} von ${total}`,
  stopped:
    'Der Server hat aufgehört, bevor er sagte, was er getan hat. Laden Sie die Seite, um den jetzigen Stand zu sehen.',
};

export const sourceWords: typeof English.sourceWords = {
  file: 'Datei',
  fileToImport: 'Zu importierende Datei',
  choose: 'Datei wählen',
  orDrop: 'oder hier ablegen, oder den Inhalt unten einfügen. TSV, CSV oder JSON.',
  tooLarge: (file, megabytes) => `${file} ist größer als ${megabytes} MB. Importieren Sie sie in Teilen.`,
  content: 'Inhalt',
  clear: 'Leeren',
  pasted: (count) => `Eingefügt: ${lines(count)}.`,
  pastedLong: (count) => `Eingefügt: ${lines(count)}, die ersten sind zu sehen.`,
  named: (file, count) => `${file}: ${lines(count)}.`,
  namedLong: (file, count) => `${file}: ${lines(count)}, die ersten sind zu sehen.`,
  holds: 'Sie enthält',
  kinds: { permissions: 'Benutzer + Berechtigung', roles: 'Benutzer + Rolle', catalogue: 'Rollen (JSON)' },
  notes: {
    permissions:
      'Je Zeile ein Benutzer und eine Berechtigung, mit Tabulator oder Komma dazwischen. Was fehlt, wird angelegt.',
    roles: 'Je Zeile ein Benutzer und eine Rolle, mit Tabulator oder Komma dazwischen. Was fehlt, wird angelegt.',
    catalogue: 'JSON: [{ "name": "approver", "title": "Genehmigt", "permissions": ["invoices.approve"] }]',
  },
  likeJson: 'Sie beginnt wie JSON.',
  saysRole: 'In der ersten Zeile steht „role“.',
  saysPermission: 'In der ersten Zeile steht „permission“.',
  namesRoles: 'In der zweiten Spalte stehen Namen von Rollen.',
  pairs: 'Sie enthält Paare, und die zweite Spalte nennt keine Rolle dieser Anwendung.',
};

export const reportWords: typeof English.reportWords = {
  pasted: (catalogue, count) =>
    `Was Sie eingefügt haben, hat ${catalogue ? roles(count) : lines(count)}, alle in Ordnung. Ein Import ist eine Änderung: alles oder nichts.`,
  named: (file, catalogue, count) =>
    `${file} hat ${catalogue ? roles(count) : lines(count)}, alle in Ordnung. Ein Import ist eine Änderung: alles oder nichts.`,
  nothing: 'Nichts würde sich ändern.',
  nothingText: 'Alles davon ist schon da.',
  unchanged: (count) =>
    plural(count, {
      one: '1 ist schon da und bleibt, wie sie ist.',
      other: `${formatNumber(count)} sind schon da und bleiben, wie sie sind.`,
    }),
  new: 'neu',
  made: 'angelegt',
  users: (count) => plural(count, { one: '1 Benutzer', other: `${formatNumber(count)} Benutzer` }),
  permissions: (count) => plural(count, { one: '1 Berechtigung', other: `${formatNumber(count)} Berechtigungen` }),
  roles,
  rolePermissions: (count) =>
    plural(count, { one: '1 Berechtigung einer Rolle', other: `${formatNumber(count)} Berechtigungen von Rollen` }),
  grants: (count) => plural(count, { one: '1 Freigabe', other: `${formatNumber(count)} Freigaben` }),
  notes: {
    users: 'ohne Passwort: Jede Person legt eines mit einem Einmal-Link fest',
    permissions: 'im Katalog',
    roles: '',
    rolePermissions: '',
    grants: 'ab jetzt, ohne Ende',
  },
  imported: (count) =>
    plural(count, { one: '1 Zeile importiert.', other: `${formatNumber(count)} Zeilen importiert.` }),
  wereThere: (count) => plural(count, { one: '1 war schon da.', other: `${formatNumber(count)} waren schon da.` }),
  change: 'Änderung',
  noChange: 'Keine war nötig',
  inAudit: (change) => `${change} im Protokoll`,
  digest: 'Prüfsumme',
  inviteThem: (count) =>
    plural(count, {
      one: 'Den neuen Benutzer einladen oder einen Link erstellen',
      other: `Die ${formatNumber(count)} neuen Benutzer einladen oder Links erstellen`,
    }),
  see: 'Ansehen: {links}',
  tabs: { permissions: 'Berechtigungen', roles: 'Rollen', grants: 'Freigaben' },
  correct: 'Berichtigen Sie diese Zeilen, und prüfen Sie die Datei noch einmal.',
  badLines: 'Zeilen, die noch einen Blick brauchen',
  line: (line) => `Zeile ${line}`,
  role: (role) => `Rolle ${role}`,
};
