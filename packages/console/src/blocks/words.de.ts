import type { LicetPermission } from '@licet/contract';
import { formatNumber, plural } from '../ui/format.ts';
import type * as English from './words.ts';

export const words: typeof English.words = {
  csvBy: { comma: 'mit Kommas', semicolon: 'mit Semikolons' },
  since: 'seit',
  until: 'endet',
  sinceDay: 'Seit',
  withoutEnd: 'ohne Ende',
  grantedBy: 'Freigegeben von {who}',
  becauseOf: (reason) => `Grund: ${reason}`,
  morePaths: (count) => plural(count, { one: 'und ein weiterer Weg', other: `und ${count} weitere Wege` }),
  starts: 'Beginnt',
  ended: 'Beendet',
  person: 'Person oder Gruppe',
  nobodyElse: 'Licet selbst',
  operator: 'Der Betreiber',
  // This form fits every grammatical case, like `erased`.
  operatorBeside: 'Betreiber',
  by: (name) => `von ${name}`,
  byOperator: 'vom Betreiber',
  verified: 'Bestätigt',
  notVerified: 'Nicht bestätigt',
  // This form fits every grammatical case.
  erased: 'Person (unkenntlich gemacht)',
  browserOn: (browser, system) => `${browser} auf ${system}`,
};

export const editWords: typeof English.editWords = {
  save: 'Änderungen speichern',
  discard: 'Änderungen verwerfen',
  cancel: 'Abbrechen',
  unchanged: 'Noch ist nichts geändert.',
  undone: 'Es ist wieder wie zuvor.',
  empty: 'nichts',
};

export const findWords: typeof English.findWords = {
  members: (count) => plural(count, { one: '1 Mitglied', other: `${formatNumber(count)} Mitglieder` }),
  admin: 'Darf alles',
  gone: 'nicht mehr vorhanden',
  licet: {
    'users.read': 'Personen, ihre Sitzungen und Anmeldungen sehen',
    'users.manage':
      'Personen anlegen, ändern, sperren und löschen; Links zum Festlegen des Passworts erstellen; Sitzungen beenden',
    'credentials.reset': 'Zurücksetzen, wie sich jemand anmeldet, auch ohne den Zugriff der Person geben zu dürfen',
    'groups.read': 'Gruppen und ihre Mitglieder sehen',
    'groups.manage': 'Gruppen anlegen, ändern und löschen; Mitglieder hinzufügen und entfernen',
    'applications.read': 'Alle Anwendungen mit ihren Berechtigungen, Rollen, Freigaben und Clients sehen',
    'applications.manage':
      'Anwendungen mit ihren Berechtigungen, Rollen, Clients und Eigentümern anlegen, ändern und löschen',
    'grants.manage': 'Rollen und Berechtigungen in allen Anwendungen außer Licet selbst erteilen und entziehen',
    'access.read': 'Sehen und exportieren, was jemand in einer Anwendung darf und warum',
    'audit.read': 'Alle Änderungen und Anmeldungen sehen; die Kette des Protokolls prüfen',
    'separations.manage': 'Festlegen, was niemand zugleich haben darf, und befristete Ausnahmen erteilen',
    'reviews.manage': 'Überprüfungen eröffnen und abschließen und ihre Zeilen sehen',
    'settings.manage': 'Die Einstellungen der Organisation ändern',
    'keys.manage': 'Signaturschlüssel sehen und wechseln',
  } satisfies Record<LicetPermission, string>,
  licetRoles: {
    auditor: 'Sieht alles, ändert nichts',
    'user-manager': 'Kümmert sich um Personen und Gruppen',
    'help-desk': 'Hilft Personen beim Anmelden',
    'application-manager': 'Kümmert sich um Anwendungen und wer sie nutzen darf',
  },
};

export const endWords: typeof English.endWords = {
  title: (gives, from) => `Wann endet ${gives} für ${from}?`,
  inDraft: (gives, from) => `Ende von ${gives} für ${from} ändern`,
  present: 'Bisher endet es:',
  missing: 'Wählen Sie, wann es endet, oder kein Ende.',
  action: 'Das Ende ändern',
  done: (from, gives, until) => `${from} hat ${gives} ${until === undefined ? 'ohne Ende' : `bis ${until}`}.`,
  undone: (from, gives) => `${gives} endet für ${from} wieder wie zuvor.`,
};

export const conflictWords: typeof English.conflictWords = {
  title: (of) => `Nicht gespeichert: Jemand anders hat ${of} inzwischen geändert.`,
  both: 'Beides steht unten; wählen Sie eines.',
  same: 'Geändert wurden andere Felder als Ihre. Ihre können daneben gespeichert werden.',
  theirs: 'Von jemand anderem gespeichert',
  mine: 'Von Ihnen eingegeben',
  takeTheirs: 'Das andere nehmen',
  keepMine: 'Meines behalten',
};

export const differencesWords: typeof English.differencesWords = { link: 'Was ist anders?' };

export const pageWords: typeof English.pageWords = {
  none: 'Keine',
  some: (shown, total) => `${shown} von ${total}`,
  range: (first, last, total) => `${first} bis ${last} von ${total}`,
};

export const grantsWords: typeof English.grantsWords = {
  show: 'Zeigen',
  now: 'In Kraft und künftig',
  over: 'Vorbei',
  table: (name) => `Freigaben von ${name}`,
  actions: 'Aktionen',
  menu: (name) => `Mehr zur Freigabe von ${name}`,
  changeEnd: 'Das Ende ändern …',
  open: (application) => `In ${application} öffnen`,
  revoke: 'Entziehen …',
  nothing: 'Keine Freigaben',
  nothingGroup: 'Dieser Gruppe ist nichts freigegeben. Eine Freigabe an sie zählt für alle darin.',
  nothingOver: 'Noch ist nichts vorbei',
  nothingOverText: 'Freigaben, die geendet haben oder entzogen wurden, stehen hier.',
};

export const requestWords: typeof English.requestWords = {
  byRequest: 'Beantragt und genehmigt',
  asked: (when) => `Beantragt am ${when}`,
  approvedBy: (name) => `genehmigt von ${name}`,
};

export const revokeWords: typeof English.revokeWords = {
  title: (gives, from) => `Freigabe von ${gives} an ${from} entziehen?`,
  text: 'Es endet sofort. Was auf einem anderen Weg kommt, bleibt, und die Freigabe steht im Verlauf.',
  notStarted: 'Sie hat noch nicht begonnen und wird nie beginnen. Die Freigabe bleibt im Verlauf.',
  action: 'Entziehen',
  done: (from, gives) => `${from} hat ${gives} nicht mehr durch diese Freigabe.`,
  again: (from, gives) => `${from} hat ${gives} wieder.`,
};

export const moreWords: typeof English.moreWords = {
  more: 'Mehr zeigen',
  others: (count) => `${formatNumber(count)} weitere`,
};

export const sortWords: typeof English.sortWords = {
  sortBy: 'Sortieren nach',
  sortedBy: (what) => `${what}: sortieren nach`,
};

export const columnWords: typeof English.columnWords = {
  gives: 'Rolle oder Berechtigung',
  application: 'Anwendung',
  ends: 'Ende',
  grantedBy: 'Freigegeben von',
  reason: 'Grund',
  none: '–',
};

export const stateWords: typeof English.stateWords = {
  pending: 'Wartet',
  approved: 'Genehmigt',
  denied: 'Abgelehnt',
  withdrawn: 'Zurückgezogen',
  expired: 'Verfallen',
  revoked: 'Entzogen',
};

export const askWords: typeof English.askWords = {
  role: (name) => `Rolle ${name}`,
  theRole: (name) => `die Rolle ${name}`,
  // Titles are people's own words and seldom fit into a German sentence.
  titled: (title) => `„${title}“`,
  asksFor: (what) => what,
  holds: (what) => `hat ${what}`,
};

const units = {
  week: ['Woche', 'Wochen'],
  day: ['Tag', 'Tage'],
  hour: ['Stunde', 'Stunden'],
  minute: ['Minute', 'Minuten'],
} as const;

const lasting = (count: number, unit: English.TimeUnit): string =>
  `${formatNumber(count)} ${plural(count, { one: units[unit][0], other: units[unit][1] })}`;

export const durationWords: typeof English.durationWords = {
  long: lasting,
  short: (count, unit) => {
    if (unit === 'hour') return `${count} Std.`;
    if (unit === 'minute') return `${count} Min.`;
    return lasting(count, unit);
  },
  today: (clock) => `heute, ${clock}`,
  tomorrow: (clock) => `morgen, ${clock}`,
};

export const signInWords: typeof English.signInWords = {
  attempts: (count) => `${formatNumber(count)}-mal, zuletzt {last}`,
};

export const outcomeWords: typeof English.outcomeWords = {
  signed_in: 'Angemeldet',
  wrong_password: 'Falsches Passwort',
  unknown_name: 'Unbekannter Name',
  suspended: 'Abgelehnt: gesperrt',
  no_password: 'Abgelehnt: kein Passwort',
  second_factor_asked: 'Zweiter Faktor verlangt',
  set_up_asked: 'Zweiter Faktor einzurichten',
  stopped_by_policy: 'Von den Anmelderegeln abgelehnt',
  wrong_code: 'Falscher Code',
  passkey_refused: 'Passkey abgelehnt',
  provider_refused: 'Bei einem Anbieter abgelehnt',
  throttled: 'Zu viele Versuche',
  signed_out: 'Abgemeldet',
  token_revoked: 'Token von der Anwendung widerrufen',
  key_ended: 'Schlüssel gilt nicht mehr',
  password_set: 'Passwort festgelegt',
  passkey_set: 'Passkey mit einem Link angelegt',
  reset_asked: 'Link für neues Passwort angefordert',
  password_changed: 'Passwort geändert',
};

const people = (count: number) => plural(count, { one: '1 Person', other: `${formatNumber(count)} Personen` });

export const mailRoundWords: typeof English.mailRoundWords = {
  sentOf: (sent, total) => `${formatNumber(sent)} von ${formatNumber(total)} gesendet`,
  askedBy: (by) => `Veranlasst ${by},`,
  lookedAt: (looked, total) => `${formatNumber(looked)} von ${formatNumber(total)} waren an der Reihe.`,
  held: (count) =>
    `${plural(count, { one: '1 wartet', other: `${formatNumber(count)} warten` })}, bis ein Mailserver eingestellt ist.`,
  failed: (count) =>
    `${plural(count, { one: '1 ließ', other: `${formatNumber(count)} ließen` })} sich nicht senden: siehe Postausgang unter Einstellungen.`,
  skipped: (count, why) => `${people(count)}: ${why}.`,
  why: {
    queued: 'eingeladen',
    gone: 'inzwischen gelöscht',
    not_invited: 'schon da oder gesperrt',
    no_address: 'keine E-Mail-Adresse',
    may_not: 'dafür dürfen Sie keinen Link erstellen',
    already: 'schon eingeladen',
    settled: 'hat eingerichtet, was fehlte',
    stopped: 'beim Anhalten ausgelassen',
  },
  stop: 'Anhalten',
};

export const whenWords: typeof English.whenWords = {
  dayAndTime: 'Tag und Uhrzeit',
  askThen: 'Diesen Zeitpunkt ansehen',
  backToNow: 'Jetzt',
  yesterday: 'Gestern',
  aWeekAgo: 'Vor einer Woche',
  aMonthAgo: 'Vor einem Monat',
  endOfMonth: 'Ende des letzten Monats',
  endOfQuarter: 'Ende des letzten Quartals',
  endOfYear: 'Ende des letzten Jahres',
};

export const nameNowWords: typeof English.nameNowWords = { nameNow: 'Name jetzt', deletedSince: 'Seitdem gelöscht' };

export const mailWords: typeof English.mailWords = {
  waits: 'Es ist kein Mailserver eingerichtet: Die E-Mails warten, bis das geschehen ist.',
};
