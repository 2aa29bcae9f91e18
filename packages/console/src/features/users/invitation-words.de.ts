import { formatNumber, plural } from '../../ui/format.ts';
import type * as English from './invitation-words.ts';

export const linkWords: typeof English.linkWords = {
  label: 'Einmal-Link',
  once: 'Dieser Link wird nur jetzt gezeigt.',
  what: (name) =>
    `Übergeben Sie ihn ${name} selbst, auf einem Weg, den nur diese Person liest. Licet sendet keine E-Mail.`,
  use: 'Wer ihn zuerst öffnet, legt das Passwort fest. Er gilt einmal, und ein neuerer Link beendet ihn.',
  until: 'Gilt bis',
};

export const inviteWords: typeof English.inviteWords = {
  title: (name) => `${name} einladen?`,
  titleMany: (count) => `${formatNumber(count)} Personen einladen?`,
  text: 'Jede Person bekommt eine E-Mail mit einem Link, um ein Passwort festzulegen. Er gilt einmal, eine Woche lang und nur, solange Sie einladen dürfen.',
  action: 'Per E-Mail senden',
  queued: (count, mails) =>
    count === 1
      ? `1 Einladung ${mails ? 'ist unterwegs' : 'wartet auf einen Mailserver'}`
      : `${formatNumber(count)} Einladungen ${mails ? 'sind unterwegs' : 'warten auf einen Mailserver'}`,
  queuedText: 'Was daraus wird, steht im Postausgang unter Einstellungen.',
  skipped: (count) => (count === 1 ? 'Eine Person bekommt keine:' : `${formatNumber(count)} Personen bekommen keine:`),
  why: {
    gone: 'inzwischen gelöscht',
    not_invited: 'war schon da oder ist gesperrt',
    no_address: 'hat keine E-Mail-Adresse',
    may_not: 'dafür dürfen Sie keinen Link erstellen',
    already: 'hat schon eine Einladung',
    settled: 'hat eingerichtet, was fehlte',
    stopped: 'vorher angehalten oder zurückgezogen',
  },
  more: (count) => `Und ${formatNumber(count)} weitere.`,
  byHand: 'Soll jemand jetzt hereinkommen, erstellen Sie einen Passwort-Link, und übergeben Sie ihn.',
  close: 'Fertig',
};

const people = (count: number) => plural(count, { one: '1 Person', other: `${formatNumber(count)} Personen` });

/** Texts of actions on several invitations. */
export const invitationWords: typeof English.invitationWords = {
  menu: 'Einladungen',
  nobody: 'Die Liste ist leer.',
  inviteAll: (count) => `Alle in dieser Liste einladen (${formatNumber(count)}) …`,
  linksAll: (count) => `Links für alle dieser Liste (${formatNumber(count)}), als CSV …`,
  allTitle: (count) => `${people(count)} aus dieser Liste einladen?`,
  allText:
    'Eine Person nach der anderen wird eingeladen, während Sie etwas anderes tun; den Fortschritt sehen Sie über der Liste. Jeder Link gilt einmal, eine Woche lang und nur, solange Sie einladen dürfen.',
  again: 'Auch wer schon eine Einladung hat; die frühere gilt dann nicht mehr',
  allAction: 'Per E-Mail senden',
  begun: (mails) =>
    mails ? 'Die Einladungen sind unterwegs.' : 'Die Einladungen warten, bis ein Mailserver eingerichtet ist.',
  linksTitle: (count) => `Einmal-Links für ${people(count)} erstellen?`,
  linksText:
    'Wer einen Link hat, kann drei Tage lang einmal das Konto der Person übernehmen. In der Datei stehen alle: Übergeben Sie jeden auf einem Weg, den nur die Person liest, und löschen Sie die Datei. Frühere Links gelten ab jetzt nicht mehr.',
  linksRefused:
    'Für wen Sie keinen erstellen dürfen, steht am Ende der Datei, mit dem Grund. Jeder Link steht im Protokoll.',
  linksAction: 'Links erstellen und Datei speichern',
  linksSaved: 'Die Links sind als Datei gespeichert.',
  fileName: 'einladungs-links',
  withdrawOne: 'Einladung zurückziehen …',
  withdrawTitle: (name) => `Die Einladung von ${name} zurückziehen?`,
  withdrawTitleMany: (count) => `Die Einladungen von ${people(count)} zurückziehen?`,
  withdrawText:
    'Die Links dieser Personen gelten ab sofort nicht mehr, ob per E-Mail oder von Hand übergeben. Was noch nicht gesendet ist, wird nicht gesendet.',
  withdrawAction: 'Zurückziehen',
  withdrawn: (count) =>
    plural(count, {
      one: '1 Einladung ist zurückgezogen',
      other: `${formatNumber(count)} Einladungen sind zurückgezogen`,
    }),
  notWithdrawn: (count) =>
    count === 1 ? 'Bei einer Person war nichts zurückzuziehen:' : 'Bei diesen war nichts zurückzuziehen:',
  whyNotWithdrawn: {
    gone: 'inzwischen gelöscht',
    none: 'hat keine gültige',
    may_not: 'wird von anderen verwaltet',
  },
  round: 'Laufende Einladungen',
  states: { under_way: 'Einladungen laufen', done: 'Einladungen versandt', stopped: 'Einladen angehalten' },
  fact: 'Einladung',
  linkByMail: 'Per E-Mail gesendet',
  linkByHand: 'Link von Hand erstellt',
  until: 'Gilt bis',
  mailWaiting: 'Wartet auf das Senden',
  mailHeld: 'Wartet: kein Mailserver ist eingestellt',
  mailFailed: 'Ließ sich nicht senden',
  none: 'Keine',
  over: 'Abgelaufen oder zurückgezogen',
};
