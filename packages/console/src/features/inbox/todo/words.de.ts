import { formatNumber, plural } from '../../../ui/format.ts';
import type * as English from './words.ts';

const users = (count: number) => plural(count, { one: '1 Person', other: `${formatNumber(count)} Personen` });
const lines = (count: number) => plural(count, { one: '1 Zeile', other: `${formatNumber(count)} Zeilen` });

export const todoWords: typeof English.todoWords = {
  bands: { soon: 'Endet bis morgen', waiting: 'Wartet, älteste zuerst', week: 'Endet in dieser Woche' },
  kinds: {
    request: 'Anträge',
    ending: 'Endet',
    review: 'Überprüfungen',
    draft: 'Entwürfe',
    emergency: 'Notfälle',
    sync: 'Abgleiche',
  },
  show: 'Zeigen',
  all: 'Alle',
  more: 'Mehr',
  onlyFirst: (shown, total) =>
    `Die ersten ${formatNumber(shown)} von ${formatNumber(total)}. Die anderen folgen, sobald diese entschieden sind.`,
  allEndings: 'Alles, was bald endet',
  asksFor: (name, what) => `${name} beantragt ${what}`,
  endsFor: (what, name) => `${what} endet für ${name}`,
  exceptionEnds: (rule, name) => `Die Ausnahme von ${rule} endet für ${name}`,
  review: (name) => `Überprüfung ${name}`,
  draft: (title) => `Ihr Entwurf: ${title}`,
  draftLines: (count) => `${lines(count)} in diesem Fenster`,
  emergency: (name) => `${name} hat eine Rolle sofort übernommen`,
  sync: (connection, count) => `${connection} würde ${users(count)} sperren`,
  syncOf: (count, linked) => `${formatNumber(count)} von ${users(linked)}: Das wartet auf Sie`,
  due: 'Bis',
  decidedOf: (decided, all) => `${formatNumber(decided)} von ${formatNumber(all)}`,
  letEnd: 'endet wie geplant',
  later: 'später',
  gone: 'Das wartet nicht mehr auf Sie',
  goneText: 'Jemand anders hat entschieden, oder es ist zu Ende.',
  next: 'Zeigen, was wartet',
};

export const paneWords: typeof English.paneWords = {
  granted: (by) => `Freigegeben ${by},`,
  extendBy: 'Verlängern um',
  twoHours: '2 Std.',
  day: '1 Tag',
  week: '1 Woche',
  until: 'Bis …',
  untilField: 'Bis',
  missing: 'Wählen Sie Tag und Uhrzeit.',
  becomes: (until) => `Dann endet es: ${until}.`,
  extend: {
    twoHours: 'Um 2 Stunden verlängern',
    day: 'Um 1 Tag verlängern',
    week: 'Um 1 Woche verlängern',
    on: 'Verlängern',
  },
  extended: (what, name, until) => `Verlängert: ${name} hat ${what} bis ${until}.`,
  restored: 'Es endet wieder wie zuvor.',
  waits: 'Es wartet, bis bekannt ist, was es bewirkt.',
  letEnd: 'Enden lassen',
  remind: 'Wieder erinnern',
  ifItEnds: 'Wenn es endet',
  exceptionKeeps: 'Niemandem wird etwas entzogen. Es wird dann wieder als Verstoß gemeldet.',
  showGrant: 'Freigabe zeigen',
  showEmergency: 'Notfall zeigen',
  showRule: 'Funktionstrennung zeigen',
  justified: 'War richtig',
  objected: 'War nicht richtig',
  objectedEnds: 'War es richtig, gilt die Rolle bis zu ihrem Ende. War es nicht richtig, endet sie sofort.',
  took: (name, role, application) => `${name} hat die Rolle ${role} in ${application} übernommen`,
  syncText:
    'So viele auf einmal bedeuten meist eine falsche Basis-DN oder ein fehlendes Leserecht, und nicht, dass Leute gegangen sind. Prüfen Sie die Namen, bevor Sie bestätigen.',
  wouldLeave: 'Würden gesperrt und abgemeldet',
  others: (count) => `und ${formatNumber(count)} weitere`,
  syncChanged: 'Inzwischen gab es einen neueren Abgleich. Seinen Stand zeigt die Verbindung.',
  openConnection: 'Verbindung öffnen',
  draftText: 'Diese Änderungen sind noch nicht ausgeführt. Ausgeführt werden alle zusammen oder keine.',
  openDraft: 'Entwurf öffnen',
};

export const reviewPaneWords: typeof English.reviewPaneWords = {
  due: 'Bis',
  opened: (by) => `eröffnet ${by}`,
  progress: 'Fortschritt',
  decidedOf: (decided, all) => `${formatNumber(decided)} von ${formatNumber(all)} entschieden`,
  show: 'Zeilen',
  filters: { all: 'Alle', open: 'Offen', unused: 'Ungenutzt' },
  openLines: (count) =>
    count === 0
      ? 'Keine Zeile ist offen'
      : count === 1
        ? '1 Zeile ist offen'
        : `${formatNumber(count)} Zeilen sind offen`,
  openReview: 'Prüfende und Einstellungen',
  keepUsed: (count) => `${formatNumber(count)} in 30 Tagen genutzte behalten …`,
  keepTitle: (count) => `${lines(count)} behalten?`,
  keepAll: (count) => `${formatNumber(count)} behalten`,
  more: (count) => `und ${formatNumber(count)} weitere`,
  cancel: 'Abbrechen',
  none: 'Hier gibt es keine Zeilen.',
  allDone: 'Alle Ihre Zeilen sind entschieden.',
  others: (count) => `Über ${lines(count)} entscheidet jemand anders.`,
  decideFirst: (open) =>
    open === 1
      ? 'Entscheiden Sie zuerst die offene Zeile'
      : `Entscheiden Sie zuerst die ${formatNumber(open)} offenen Zeilen`,
  finish: (count, closes) => `${lines(count)} abschließen${closes ? ' …' : ''}`,
  finished: (name) => `Ihre Zeilen sind entschieden. Sie können sie ändern, bis „${name}“ abgeschlossen ist.`,
};

export const keyWords: typeof English.keyWords = {
  nextPrevious: 'weiter, zurück',
  control: 'Strg',
  undo: 'rückgängig',
  keys: 'Tasten',
  later: 'später',
  title: 'Tasten des Eingangs',
  list: {
    A: 'Dafür: genehmigen, behalten, verlängern, war richtig, öffnen',
    D: 'Dagegen: ablehnen, entziehen, enden lassen, war nicht richtig',
    J: 'Weiter',
    K: 'Zurück',
    X: 'Antrag auswählen',
    H: 'Für später lassen',
    Enter: 'In den offenen Eintrag gehen',
    Esc: 'Zurück zur Liste',
  },
};

export const emptyWords: typeof English.emptyWords = {
  title: 'Nichts wartet auf Sie',
  decided: (count) =>
    count === 0
      ? 'Neue Anträge, Überprüfungen und was endet erscheinen hier.'
      : plural(count, {
          one: 'Heute haben Sie über 1 Antrag entschieden.',
          other: `Heute haben Sie über ${formatNumber(count)} Anträge entschieden.`,
        }),
  next: 'Als Nächstes',
  done: 'Heute erledigt',
  all: 'Alle',
  states: { approved: 'Genehmigt:', denied: 'Abgelehnt:' },
};
