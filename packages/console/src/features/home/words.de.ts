import { formatList, formatNumber, plural } from '../../ui/format.ts';
import type * as English from './words.ts';

export const words: typeof English.words = {
  mailsHeld: (count) => (count === 1 ? 'Eine E-Mail wartet' : `${formatNumber(count)} E-Mails warten`),
  mailsHeldText: 'Kein Mailserver ist eingestellt, also wird nichts gesendet: weder Einladungen noch neue Passwörter.',
  deletionsAsked: (count) =>
    count === 1 ? 'Eine Person möchte gelöscht werden' : `${formatNumber(count)} Personen möchten gelöscht werden`,
  title: 'Start',
  welcome: (name) => `Willkommen, ${name}`,
  endingTitle: (count, excepted) => `${ending(count, excepted)} innerhalb einer Woche`,
  waitingTitle: (count) =>
    plural(count, { one: 'Eine Sache wartet auf Sie', other: `${formatNumber(count)} Dinge warten auf Sie` }),
  openInbox: 'Eingang öffnen',
  oldest: 'Das Älteste ist {when} gekommen.',
  nextEnds: 'Der nächste Zugriff ist {when} zu Ende.',
  nothingWaits: 'Nichts wartet, und nichts endet in dieser Woche.',
  toLookAt: 'Zum Ansehen',
  alsoToLookAt: 'Außerdem zum Ansehen',
  deletionsText: 'Die Administration entscheidet, ob sie gelöscht werden.',
  keyIn: (application) => `Schlüssel eines Programms in ${application}`,
  inApplication: (name) => `in ${name}`,
  quoted: (text) => `„${text}“`,
  forLong: (length) => `für ${length}`,
  renew: (what) => `„${what}“ vor dem Ende wieder beantragen`,
  myRequests: 'Meine Anträge',
  notHeld: 'Inzwischen entzogen',
  changes: 'Nächste Änderung:',
  allMine: 'Alle meine Anträge',
  calm: 'Im Augenblick ist nichts zu tun',
  counts: ({ users, groups, applications, programs }) =>
    `${formatList([
      `${formatNumber(users)} Benutzer`,
      plural(groups, { one: 'eine Gruppe', other: `${formatNumber(groups)} Gruppen` }),
      inApplications(applications),
      ...(programs > 0
        ? [plural(programs, { one: 'ein Programm', other: `${formatNumber(programs)} Programme` })]
        : []),
    ])}.`,
  guideLead: 'Sieben Schritte führen zur ersten geschützten Anwendung. Das dauert etwa fünf Minuten.',
  guide: 'Erste Schritte',
  guideCount: (done, all) => `${done} von ${all} fertig`,
  done: 'fertig',
  notYet: 'noch nicht',
  next: 'als Nächstes',
  closeGuide: 'Anleitung schließen',
  ending: 'Endet innerhalb einer Woche',
  allEnding: 'Alles, was endet',
  exception: 'Ausnahme',
  extend: 'Verlängern',
  extendWhat: (what, whom) => `${what} von ${whom} verlängern`,
  endingKeysTitle: (count) =>
    count === 1 ? 'Ein Schlüssel eines Programms endet bald' : `${spelled(count)} Schlüssel von Programmen enden bald`,
  keyEnded: 'Beendet: meldet nicht mehr an',
  keyOf: (key, client) => `${key} von ${client}`,
  missing: {
    second_factor: (count) =>
      count === 1
        ? '1 Person hat keinen zweiten Faktor'
        : `${formatNumber(count)} Personen haben keinen zweiten Faktor`,
    recovery: (count) =>
      count === 1 ? '1 Person hat keinen Ersatz' : `${formatNumber(count)} Personen haben keinen Ersatz`,
    sign_in: (count) =>
      count === 1 ? '1 Person hat sich nie angemeldet' : `${formatNumber(count)} Personen haben sich nie angemeldet`,
  },
  missingText: {
    second_factor: 'Wer ihr Passwort erfährt, kommt hinein.',
    recovery: 'Verlieren sie das Einzige, womit sie sich anmelden, brauchen sie jemanden aus der Administration.',
    sign_in: 'Vielleicht ging eine Einladung verloren, oder niemand braucht das Konto.',
  },
  mine: 'Meine Anwendungen',
  myAccess: 'Mein Zugriff',
  nothingMine: 'Ihr Konto ist bereit',
  nothingMineText:
    'Öffnen Sie die Anwendung, für die Sie gekommen sind: Wo sie Ihnen etwas verwehrt, können Sie es dort beantragen. Was Sie erhalten, erscheint hier von selbst.',
  mayTake: 'Das dürfen Sie sofort übernehmen',
  waysTitle: 'Für Sie selbst',
  ways: {
    signIn: { title: 'Wie Sie sich anmelden', text: 'Ihr Passwort, Passkeys und die Authenticator-App.' },
    sessions: { title: 'Wo Sie angemeldet sind', text: 'Browser und Programme, und wie Sie sie abmelden.' },
  },
  everything: 'alles, als admin',
  permissions,
  thisConsole: 'diese Konsole',
};

export const figureWords: typeof English.figureWords = {
  label: 'In Zahlen',
  none: '–',
  signIns: (days) => `Anmeldeversuche, ${days} Tage`,
  noAttempts: 'keine Versuche',
  succeeded: (count, share) => `${formatNumber(count)} gelungen (${share})`,
  failed: 'Fehlgeschlagen',
  noneFailed: 'keine',
  failedOn: (count, all, day) => (count === all ? `alle am ${day}` : `${formatNumber(count)} davon am ${day}`),
  failedDays: (days) => (days === 1 ? 'an 1 Tag' : `an ${formatNumber(days)} Tagen`),
  administrators: 'Administration von Licet',
  noSecondFactor: (count) => (count === 0 ? 'alle mit zweitem Faktor' : `${formatNumber(count)} ohne zweiten Faktor`),
  unused: 'Ungenutzter Zugriff',
  notUsedIn: (days) => `seit ${days} Tagen ungenutzt`,
  notMeasured: 'noch nicht gemessen',
  endsIn: (days) => `Endet in ${days} Tagen`,
  next: 'als Nächstes {when}',
  holdersAndNext: () => 'zuerst {when}',
  nothing: 'nichts',
  waiting: 'Wartet',
  oldest: 'das Älteste kam {when}',
  timeToDecide: 'Zeit bis zur Entscheidung',
  ofDecisions: (count) => {
    if (count === 0) return 'noch nichts entschieden';
    return count === 1 ? 'die einzige Entscheidung' : `Median der letzten ${formatNumber(count)}`;
  },
};

export const waitingWords: typeof English.waitingWords = {
  title: 'Wartet am längsten',
  all: (count) => `Alle ${count}`,
  nothing: 'Nichts wartet auf Sie.',
  asks: (name, what) => `${name} beantragt ${what}`,
  review: (name) => `Überprüfung ${name}`,
  left: (left, all) => `${formatNumber(left)} von ${all === 1 ? '1 Zeile' : `${formatNumber(all)} Zeilen`} offen`,
  due: 'bis',
  emergency: (name) => `${name} hat eine Rolle sofort übernommen`,
  sync: (connection, count) => `${connection} würde ${persons(count)} sperren`,
  syncOf: (count, linked) => `${formatNumber(count)} von ${persons(linked)}`,
};

export const unusedWords: typeof English.unusedWords = {
  firstOnly: (count) => `Gezählt sind nur die ersten ${formatNumber(count)} Anwendungen nach dem Namen.`,
  title: 'Ungenutzter Zugriff',
  days: (days) => `${days} Tage`,
  review: 'Überprüfen',
  none: '–',
  nothing: 'Jede Freigabe wurde genutzt.',
  notMeasured: (days) => `Noch nicht gemessen. Eine Anwendung muss erst ${days} Tage lang ihre Nutzung melden.`,
  ofGrants: (unused, all) => `${unused} von ${all === 1 ? '1 Freigabe' : `${formatNumber(all)} Freigaben`}`,
};

export const administratorWords: typeof English.administratorWords = {
  title: 'Administration',
  all: (count) => `Alle ${count}`,
  ofLicet: 'Administratoren von Licet',
  mayEverything: 'Sie dürfen alles.',
  noSecondFactor: 'Ohne zweiten Faktor',
  allHaveOne: 'Alle haben einen.',
  more: (count) => `${formatNumber(count)} weitere`,
  longestAway: 'Lange nicht angemeldet',
  never: (name) => `${name}, noch nie angemeldet`,
  lastOn: (name) => `${name}, zuletzt {when}`,
};

export const auditorWords: typeof English.auditorWords = {
  home: 'Start',
  changesSince: (count, text, at) =>
    count === 1 ? `1 Änderung seit ${at}` : `${count === 0 ? 'Keine' : text} Änderungen seit ${at}`,
  changesInAWeek: (count, text) =>
    count === 1 ? '1 Änderung in 7 Tagen' : `${count === 0 ? 'Keine' : text} Änderungen in 7 Tagen`,
  neverMarked: 'Als gesehen vermerkt, beginnt die nächste Zählung dort.',
  sinceMarked: 'Seit Sie die Änderungen zuletzt als gesehen vermerkt haben.',
  markSeen: 'Alle gesehen',
  changes: 'Änderungen',
  all: (count) => `Alle ${count}`,
  nothing: 'Nichts hat sich geändert.',
  sinceThen: (marked) => (marked ? 'seit dem letzten Vermerk' : 'in 7 Tagen'),
  gainedAndLost: 'Gewonnen und verloren',
  thisWeek: 'diese Woche',
  emergencies: 'Notfälle',
  waitForReview: (count) => (count === 0 ? 'alle geprüft' : count === 1 ? 'wartet auf Prüfung' : 'warten auf Prüfung'),
  separation: 'Trennung',
  breakRules: (count) =>
    count === 0 ? 'keine Regel verletzt' : count === 1 ? 'verletzt eine Regel' : 'verletzen eine Regel',
  coverage: 'Überprüft',
  coverageYear: '12 Monate',
  covered: (reviewed, grants, application) =>
    `${formatNumber(reviewed)} von ${formatNumber(grants)} Freigaben in ${application} wurden in den letzten 12 Monaten überprüft.`,
  allReviews: 'Überprüfungen',
  moreApplications: (count) =>
    plural(count, { one: 'und eine weitere Anwendung', other: `und ${formatNumber(count)} weitere Anwendungen` }),
  chain: 'Protokollkette',
  events: 'Ereignisse',
};

export const memberWords: typeof English.memberWords = {
  home: 'Start',
  title: 'Was Sie dürfen',
  lead: (applications, count, admin) => {
    if (applications === 0) return 'Noch steht Ihnen keine Anwendung offen.';
    const where = plural(applications, { one: 'Eine Anwendung', other: `${formatNumber(applications)} Anwendungen` });
    return admin ? `${where}.` : `${where}, ${permissions(count)}.`;
  },
  ask: 'Zugriff beantragen',
  nothing: 'Ihr Konto ist bereit',
  nothingText:
    'Öffnen Sie die Anwendung, für die Sie gekommen sind: Wo sie Ihnen etwas verwehrt, können Sie es dort beantragen. Was Sie erhalten, erscheint hier von selbst.',
  thisConsole: 'Diese Konsole',
  open: 'Öffnen',
  openNamed: (name) => `${name} öffnen`,
  everything: 'Alles, als admin',
  all: (count) => (count === 1 ? 'Die Berechtigung und ihr Grund' : `Alle ${formatNumber(count)} Berechtigungen`),
  why: 'Woher sie kommen',
  others: (count) => `${formatNumber(count)} weitere`,
  changes: 'Nächste Änderung:',
  ends: '{what} endet {at}.',
  stays: '{what} bleibt, auch wenn {at} ein Weg endet.',
  extend: 'Verlängerung beantragen …',
  extendNamed: (what) => `Verlängerung von ${what} beantragen …`,
};

export const stepWords: typeof English.stepWords = {
  theApplication: 'der Anwendung',
  theUser: 'der Person',
  application: {
    title: 'Eine Anwendung registrieren',
    text: 'Was geschützt werden soll. Ihre Kennung wird die Audience ihrer Token.',
    action: 'Anwendung registrieren',
  },
  permissions: {
    title: 'Ihre Berechtigungen nennen',
    text: 'Was man dort tun kann, etwa invoices.refund. Eine Datei mit dem, was Sie heute haben, lässt sich importieren.',
    action: 'Berechtigungen hinzufügen',
  },
  importFile: 'Datei importieren',
  role: {
    title: 'Eine Rolle anlegen',
    text: 'Mehrere Berechtigungen unter einem Namen, den alle kennen, etwa clerk.',
    action: 'Rolle anlegen',
  },
  user: {
    title: 'Eine Person hinzufügen',
    text: 'Sie bekommt einen Einmal-Link, um ein eigenes Passwort festzulegen.',
    action: 'Person hinzufügen',
  },
  grant: {
    title: 'Die Rolle freigeben',
    text: (application) => `Der Person oder einer Gruppe, in ${application}, so lange wie nötig.`,
    action: 'Freigabe hinzufügen',
  },
  token: {
    title: 'Das Token ansehen',
    text: (user) => `Was im Token von ${user} steht, und wie groß es ist.`,
    action: 'Token ansehen',
  },
  integration: {
    title: 'Die Einbindung einfügen',
    text: 'Ein Client für die Anmeldung, und Code, der sich einfügen lässt.',
    action: 'Einbindung öffnen',
  },
};

const numbers = ['Keine', 'Eine', 'Zwei', 'Drei', 'Vier', 'Fünf', 'Sechs', 'Sieben', 'Acht', 'Neun'];

function spelled(count: number): string {
  return numbers[count] ?? formatNumber(count);
}

const persons = (count: number) => plural(count, { one: '1 Person', other: `${formatNumber(count)} Personen` });

function permissions(count: number): string {
  return plural(count, { one: '1 Berechtigung', other: `${formatNumber(count)} Berechtigungen` });
}

function inApplications(count: number): string {
  return plural(count, { one: 'eine Anwendung', other: `${formatNumber(count)} Anwendungen` });
}

const ending = (count: number, excepted: boolean) =>
  plural(count, {
    one: `Eine ${excepted ? 'Ausnahme' : 'Freigabe'} endet`,
    other: `${spelled(count)} ${excepted ? 'Freigaben und Ausnahmen' : 'Freigaben'} enden`,
  });
