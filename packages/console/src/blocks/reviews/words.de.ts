import { formatList, formatNumber } from '../../ui/format.ts';
import type * as English from './words.ts';

const lines = (count: number) => (count === 1 ? '1 Zeile' : `${formatNumber(count)} Zeilen`);
const n = formatNumber;

export const words: typeof English.words = {
  list: 'Zeilen der Überprüfung',
  heads: { holder: 'Person oder Gruppe', access: 'Zugriff', lastUsed: 'Zuletzt genutzt' },
  keep: 'Behalten',
  revoke: 'Entziehen',
  change: 'Ändern',
  keepOf: (who, what) => `Behalten: ${what} für ${who}`,
  revokeOf: (who, what) => `Entziehen: ${what} für ${who}`,
  changeOf: (who, what) => `Ändern: ${what} für ${who}`,
  granted: (by, day, ends) => `Freigegeben ${by} am ${day}, ${ends === null ? 'ohne Ende' : `endet am ${ends}`}.`,
  because: (reason) => `Grund: „${reason}“.`,
  lastUsed: (day) => `Zuletzt genutzt am ${day}.`,
  neverUsed: (since) => `Seit dem ${since} wurde keine Nutzung gemeldet.`,
  notReported: (application) => `${application} meldet nicht, was genutzt wird.`,
  suggests: {
    keep: (why) => `Vorschlag: behalten, ${why}.`,
    revoke: (why) => `Vorschlag: entziehen, ${why}.`,
  },
  noted: (note) => `Anmerkung: „${note}“.`,
  takes: (what) => `Was sich ändert, wenn ${what} entzogen wird:`,
  unknownEffect: 'Die Folgen sind nicht bekannt. Vor dem Abschluss zeigt die Überprüfung sie.',
  member: (group) => `Mitglied von ${group}`,
  people: (count) => (count === 1 ? '1 Person' : `${n(count)} Personen`),
  never: 'Nie, soweit bekannt',
  unknown: 'Nicht gemeldet',
  why: {
    unused: (days) => (days === 1 ? 'seit einem Tag nicht genutzt' : `seit ${n(days)} Tagen nicht genutzt`),
    used: (days) => (days === 0 ? 'heute genutzt' : days === 1 ? 'gestern genutzt' : `vor ${n(days)} Tagen genutzt`),
    rare: (holders, total, group) => `${n(holders)} von ${n(total)} in ${group} haben es`,
    usual: (holders, total, group) => `${n(holders)} von ${n(total)} in ${group} haben es`,
    suspended: 'die Person ist gesperrt',
  },
  states: {
    pending: 'Wartet',
    'handed on': 'Weitergegeben',
    kept: 'Behalten',
    revoked: 'Entziehen',
    shortened: 'Verkürzen',
  },
  outcome: {
    kept: 'Behalten',
    revoked: 'Entzogen',
    shortened: 'Verkürzt',
    gone: 'War schon zu Ende',
  },
  undecided: 'Nicht entschieden',
  byRule: (done) => `${done} per Regel`,
  refused: (line, detail) => `Zeile ${n(line)}: ${detail}`,
  closeTitle: (name) => `„${name}“ abschließen?`,
  closeText: (revoked, shortened) =>
    revoked + shortened === 0
      ? 'Nichts wird entzogen und nichts verkürzt.'
      : `${formatList([
          ...(revoked > 0 ? [`${lines(revoked)} ${revoked === 1 ? 'wird' : 'werden'} entzogen`] : []),
          ...(shortened > 0 ? [`${lines(shortened)} ${shortened === 1 ? 'wird' : 'werden'} verkürzt`] : []),
        ])}, sofort${revoked + shortened > 1 ? ' und zusammen' : ''}.`,
  closeRule: {
    keep: (count) => `Über ${lines(count)} hat niemand entschieden: Dieser Zugriff bleibt.`,
    revoke: (count) => `Über ${lines(count)} hat niemand entschieden: Dieser Zugriff wird entzogen.`,
  },
  closeGone: (count) =>
    `${lines(count)} ${count === 1 ? 'ist' : 'sind'} inzwischen zu Ende. Neuere Freigaben gehören nicht zu dieser Überprüfung.`,
  closePart: (shown, all) =>
    `Unten steht, was die ersten ${n(shown)} von ${n(all)} Änderungen bringen; sie werden in Teilen gemacht.`,
  closeAction: 'Überprüfung abschließen',
  closeDone: (name) => `„${name}“ ist abgeschlossen.`,
  counting: 'Es wird gezählt, was der Abschluss täte.',
};
