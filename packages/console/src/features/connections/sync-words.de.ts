import { formatNumber, plural } from '../../ui/format.ts';
import type * as English from './sync-words.ts';

const people = (count: number) => plural(count, { one: 'eine Person', other: `${formatNumber(count)} Personen` });

export const syncWords: typeof English.syncWords = {
  title: 'Abgleich',
  lead: 'Wessen Eintrag fehlt oder deaktiviert ist, wird gesperrt und abgemeldet. Namen, Adressen und zugeordnete Gruppen richten sich nach dem Verzeichnis.',
  plan: 'Plan zeigen',
  run: 'Jetzt abgleichen',
  running: (read) =>
    read === 0
      ? 'Das Verzeichnis wird gelesen …'
      : `Bisher ${plural(read, { one: '1 Eintrag', other: `${formatNumber(read)} Einträge` })} gelesen …`,
  reads: 'Das Verzeichnis wird gelesen.',
  runs: 'Ein Abgleich läuft.',
  states: { running: 'Läuft', done: 'Fertig', waiting: 'Wartet', failed: 'Gescheitert' },
  lastRun: 'Letzter Lauf',
  noRun: 'Bisher gab es keinen Lauf.',
  bySchedule: 'nach Zeitplan',
  by: (name) => `von ${name}`,
  byHand: 'von Hand',
  lastSuccess: 'Zuletzt gelungen',
  nextRun: 'Nächster Lauf',
  noSchedule: 'Kein Zeitplan',
  failed: 'Der letzte Lauf ist gescheitert',
  waits: (count, linked) =>
    `${formatNumber(count)} von ${formatNumber(linked)} Personen würden gesperrt. Geschehen ist nichts.`,
  willWait: (count, linked) =>
    `${formatNumber(count)} von ${formatNumber(linked)} Personen würden auf einmal gehen. „Jetzt abgleichen“ ändert nichts, bevor Sie das bestätigen.`,
  waitsText:
    'So viele auf einmal bedeuten öfter einen falschen Basis-DN oder ein verlorenes Leserecht als Menschen, die gegangen sind. Sehen Sie erst die Namen an.',
  confirm: (count) => `${people(count)} sperren …`,
  confirmTitle: (count, name) => `${people(count)} aus ${name} sperren?`,
  confirmText:
    'Sie werden sofort überall abgemeldet. Sobald ihre Einträge wieder da sind, kommen sie von selbst wieder hinein. Fehlen inzwischen andere, geschieht nichts.',
  confirmAction: (count) => `${people(count)} sperren`,
  otherLeavers:
    'Es würden andere Personen gesperrt, als Sie bestätigt haben. Geschehen ist nichts. Sehen Sie die Namen noch einmal an.',
  confirmed: (name) => `Mit ${name} abgeglichen.`,
  effects: 'Wer Zugriff bekommt oder verliert',
  planned: 'Der Plan: Noch ist nichts geschehen',
  done: 'Was der letzte Lauf getan hat',
  waiting: 'Was der letzte Lauf getan hätte',
  nothing: 'Es gibt keinen Unterschied.',
  found: (found, linked) =>
    `${plural(found, { one: 'Ein Eintrag', other: `${formatNumber(found)} Einträge` })} im Verzeichnis, ${plural(linked, { one: 'eine Person verknüpft und nicht gesperrt', other: `${formatNumber(linked)} Personen verknüpft und nicht gesperrt` })}.`,
  leaving: 'Gehen: gesperrt und abgemeldet',
  returning: 'Kommen zurück: wieder freigegeben',
  new: 'Neue Benutzer',
  changed: 'Geändert',
  kept: 'Bleiben, wie sie sind',
  leftOut: 'Nicht übernommen',
  more: (count) => `und ${formatNumber(count)} weitere`,
  because: { gone: 'kein Eintrag', closed: 'Eintrag deaktiviert', ended: 'Eintrag abgelaufen' },
  owns: (names) => `besitzt ${names}`,
  decides: (names) => `steht in den Regeln von ${names}`,
  reviews: (names) => `prüft in ${names}`,
  keptBecause: {
    last_administrator: 'kann als Letzte oder Letzter Licet verwalten',
    let_in_again: 'bei einem Abgleich gesperrt und von Hand wieder freigegeben',
    suspended_by_hand: 'von Hand gesperrt',
    not_named: 'der Eintrag zeigt nicht, was ihn dauerhaft benennt',
  },
  named: (name) => `Name: ${name}`,
  addressed: (email) => `Adresse: ${email}`,
  verified: 'die Adresse gilt als bestätigt',
  joins: (groups) => `hinein in ${groups}`,
  leaves: (groups) => `heraus aus ${groups}`,
  schedule: 'Zeitplan',
  every: 'Von selbst abgleichen',
  everyHint: 'Wer dort geht, behält den Zugriff hier bis zum nächsten Lauf.',
  never: 'Nie',
  minutes: (minutes) =>
    minutes % 1440 === 0
      ? plural(minutes / 1440, { one: 'Jeden Tag', other: `Alle ${formatNumber(minutes / 1440)} Tage` })
      : minutes % 60 === 0
        ? plural(minutes / 60, { one: 'Jede Stunde', other: `Alle ${formatNumber(minutes / 60)} Stunden` })
        : `Alle ${formatNumber(minutes)} Minuten`,
  makes: 'Neue Personen werden Benutzer',
  makesHint:
    'Ohne das wird nur nach denen gesehen, die schon verknüpft sind; alle anderen werden angelegt, wenn sie sich anmelden.',
};
