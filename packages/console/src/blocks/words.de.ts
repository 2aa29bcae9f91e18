import { formatNumber, plural } from '../ui/format.ts';
import type * as English from './words.en.ts';

export const words: typeof English.words = {
  since: 'seit',
  until: 'bis',
  morePaths: (count) => plural(count, { one: 'und ein weiterer Weg', other: `und ${count} weitere Wege` }),
  starts: 'Beginnt',
  ended: 'Beendet',
  person: 'Person oder Gruppe',
  nobodyElse: 'Licet selbst',
  operator: 'Der Betreiber',
};

export const editWords: typeof English.editWords = {
  save: 'Änderungen speichern',
  discard: 'Änderungen verwerfen',
  cancel: 'Abbrechen',
  unchanged: 'Noch ist nichts geändert.',
  empty: 'nichts',
};

export const findWords: typeof English.findWords = {
  members: (count) => plural(count, { one: '1 Mitglied', other: `${formatNumber(count)} Mitglieder` }),
  admin: 'Alles, nach der Regel',
};

export const broughtWords: typeof English.broughtWords = {
  unknown: (group) => `Sie dürfen nicht sehen, was ${group} bringt.`,
  nothing: (group) => `${group} bringt zurzeit nichts.`,
  loses: '{who} hat dies in {application} nicht mehr dadurch:',
  more: (count) =>
    plural(count, { one: 'Und eine weitere Freigabe.', other: `Und ${formatNumber(count)} weitere Freigaben.` }),
  nested: (group) => `Auch was über ${group} aus den Gruppen kommt, in denen sie ist.`,
};

export const endWords: typeof English.endWords = {
  title: (gives, from) => `Wann endet ${gives} für ${from}?`,
  present: 'Bisher endet es:',
  ends: 'Ende',
  never: 'Kein Ende',
  at: 'Zu einer Zeit',
  when: 'Ende',
  missing: 'Wählen Sie, wann es endet, oder kein Ende.',
  action: 'Das Ende ändern',
  done: (from, gives) => `Das Ende von ${gives} für ${from} ist geändert.`,
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

export const explainWords: typeof English.explainWords = {
  questions: 'Fragen',
  may: 'Darf jemand …?',
  who: 'Wer darf …?',
  inspect: 'Ein Token untersuchen',
};

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
  nothingUser: 'Dieser Person ist nichts direkt freigegeben. Was durch Gruppen kommt, steht unter Zugriff.',
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
  title: (gives, from) => `${from} ${gives} entziehen?`,
  text: 'Es endet sofort. Was auf einem anderen Weg kommt, bleibt, und die Freigabe steht im Verlauf.',
  everybody: (group) => `Wer in ${group} ist,`,
  loses: '{who} hat {gives} in {application} nicht mehr durch diese Freigabe',
  action: 'Entziehen',
  done: (from, gives) => `${from} hat ${gives} nicht mehr durch diese Freigabe.`,
};

export const moreWords: typeof English.moreWords = { more: 'Mehr zeigen' };

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
