import { formatList, formatNumber, plural } from '../../ui/format.ts';
import type * as English from './words.ts';

export const words: typeof English.words = {
  mailsHeld: (count) => (count === 1 ? 'Eine E-Mail wartet' : `${formatNumber(count)} E-Mails warten`),
  mailsHeldText: 'Kein Mailserver ist eingestellt, also wird nichts gesendet: weder Einladungen noch neue Passwörter.',
  setMailServer: 'Mailserver einstellen',
  deletionsAsked: (count) =>
    count === 1 ? 'Eine Person möchte gelöscht werden' : `${formatNumber(count)} Personen möchten gelöscht werden`,
  showThem: 'Anzeigen',
  title: 'Start',
  welcome: (name) => `Willkommen, ${name}`,
  hello: (name) => `Guten Tag, ${name}`,
  endingTitle: (count, excepted) => `${ending(count, excepted)} innerhalb einer Woche`,
  waitingTitle: (count) =>
    plural(count, { one: 'Ein Antrag wartet auf Sie', other: `${spelled(count)} Anträge warten auf Sie` }),
  waiting: 'Wartet auf Sie',
  reviewsWaiting: 'Überprüfungen',
  reviewLines: (count) => (count === 1 ? '1 Zeile wartet auf Sie' : `${formatNumber(count)} Zeilen warten auf Sie`),
  reviewUntil: 'bis',
  allReviews: 'Alle Überprüfungen',
  allRequests: 'Alle Anträge',
  emergencies: 'Im Notfall übernommen, noch nicht geprüft',
  allEmergencies: 'Alle Notfälle',
  took: (role) => `übernahm die Rolle ${role}`,
  asksFor: 'beantragt',
  inApplication: (name) => `in ${name}`,
  quoted: (text) => `„${text}“`,
  forLong: (length) => `für ${length}`,
  renew: (what) => `„${what}“ vor dem Ende wieder beantragen`,
  myRequests: 'Meine Anträge',
  notHeld: 'Inzwischen entzogen',
  changes: 'Nächste Änderung:',
  allMine: 'Alle meine Anträge',
  today: (day, sentence) => `${day}. ${sentence}`,
  alsoEnding: (count, excepted) => `${ending(count, excepted)} innerhalb einer Woche.`,
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
  memberLead: (count) =>
    count === 0
      ? 'Sie sind angemeldet. Noch steht Ihnen keine Anwendung offen.'
      : `Sie dürfen ${inApplications(count)} benutzen.`,
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
  endingKeys: 'Schlüssel von Programmen, die bald enden',
  endingKeysTitle: (count) =>
    count === 1 ? 'Ein Schlüssel eines Programms endet bald' : `${spelled(count)} Schlüssel von Programmen enden bald`,
  keyEnded: 'Beendet: meldet nicht mehr an',
  keyOf: (key, client) => `${key} von ${client}`,
  showKeys: 'Zeigen',
  showKeysOf: (client) => `Die Schlüssel von ${client} zeigen`,
  health: 'Sicherheit der Anmeldungen',
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
    ask: { title: 'Zugriff beantragen', text: 'Was Sie beantragen können, und wer darüber entscheidet.' },
    signIn: { title: 'Wie Sie sich anmelden', text: 'Ihr Passwort, Passkeys und die Authenticator-App.' },
    sessions: { title: 'Wo Sie angemeldet sind', text: 'Browser und Programme, und wie Sie sie abmelden.' },
  },
  everything: 'alles, als admin',
  permissions,
  rolesAndPermissions: (roles, count) =>
    `${plural(roles, { one: 'eine Rolle', other: `${formatNumber(roles)} Rollen` })}, ${permissions(count)}`,
  thisConsole: 'diese Konsole',
  applications: 'Anwendungen',
  all: 'Alle',
  grants,
  latest: 'Letzte Änderungen',
  audit: 'Protokoll',
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

function grants(count: number): string {
  return plural(count, { one: '1 Freigabe', other: `${formatNumber(count)} Freigaben` });
}

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
