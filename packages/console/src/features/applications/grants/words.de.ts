import { formatNumber, plural } from '../../../ui/format.ts';
import type * as English from './words.en.ts';

const people = (count: number) => plural(count, { one: '1 Person', other: `${formatNumber(count)} Personen` });
const groups = (count: number) => plural(count, { one: '1 Gruppe', other: `${formatNumber(count)} Gruppen` });

export const words: typeof English.words = {
  add: 'Freigabe hinzufügen',
  grant: 'Freigabe',
  role: 'Rolle',
  permission: 'Berechtigung',
  to: 'An',
  gives: 'Gibt',
  kind: 'Art',
  starts: 'Beginn',
  ends: 'Ende',
  reason: 'Grund',
  grantedBy: 'Freigegeben von',
  none: '–',
  review: 'Diese überprüfen',
  endsSoon: 'Was bald endet',
  show: 'Alle Freigaben zeigen',
  search: 'Wer, Rolle oder Grund',
  table: (application) => `Freigaben in ${application}`,
  by: (who) => `Von ${who}`,
  reasonBy: (reason, who) => `${reason}, von ${who}`,
  noneFits: 'Keine Freigabe passt',
  noneFitsText: 'Nehmen Sie einen Filter weg, oder suchen Sie nach weniger Buchstaben.',
  empty: 'Zurzeit ist niemandem etwas freigegeben',
  emptyText:
    'Geben Sie einer Person oder einer Gruppe eine Rolle; sie kann von selbst enden, nach zwei Stunden oder an einem Tag.',
  ofRole: (role) => `Rolle ${role}`,
  noLonger:
    'Diese Freigabe ist nicht in der Anwendung. Sie kann mit ihrer Rolle, ihrer Berechtigung oder der Person, die sie hat, geendet haben.',
  tooMany: 'Es sind zu viele Freigaben zum Durchsehen. Suchen Sie nach der Person oder der Rolle, um die es geht.',
  saved: (gives, to) => `Die Freigabe von ${gives} an ${to} ist gespeichert.`,
  this: 'diese Freigabe',
  endInDraft: (gives, who) => `Ende von ${gives} für ${who} ändern`,
};

export const formWords: typeof English.formWords = {
  inDraft: (gives, who) => `${gives} an ${who} freigeben`,
  toPlaceholder: 'Person, Gruppe oder Programm',
  rolePlaceholder: 'Rolle wählen',
  permissionPlaceholder: 'Berechtigung wählen',
  reasonPlaceholder: 'Vertretung für Kwame',
  toPeople: (count) => `An ${people(count)} freigeben`,
  toGroups: (count) => `An ${groups(count)} freigeben`,
  toPrograms: (count) =>
    `An ${plural(count, { one: '1 Programm', other: `${formatNumber(count)} Programme` })} freigeben`,
  toSeveral: (count) => `An ${formatNumber(count)} freigeben`,
  toBoth: (some, others) => `An ${people(some)} und ${groups(others)} freigeben`,
  done: (who, count, gives) => plural(count, { one: `${who} hat ${gives}.`, other: `${who} haben ${gives}.` }),
  failed: (who, why) => `${who}: ${why}`,
  toMissing: 'Wählen Sie, wer es bekommt.',
  roleMissing: 'Wählen Sie eine Rolle.',
  permissionMissing: 'Wählen Sie eine Berechtigung.',
  startMissing: 'Wählen Sie Tag und Uhrzeit, oder lassen Sie es jetzt beginnen.',
  startPast: 'Das liegt in der Vergangenheit. Wählen Sie eine Zeit ab jetzt.',
  endMissing: 'Wählen Sie Tag und Uhrzeit, oder kein Ende.',
  endBeforeStart: 'Das Ende liegt nicht nach dem Beginn.',
  now: 'Jetzt',
  on: 'Am …',
  start: 'Beginn',
  end: 'Ende',
  hours: '2 Std.',
  tonight: 'Heute Abend',
  week: '1 Woche',
  noEnd: 'Kein Ende',
  atInstant: (instant) => `${instant}.`,
  untilTaken: 'Bis es jemand entzieht.',
  tooLong: (length) => `Diese Rolle wird für höchstens ${length} vergeben.`,
  notAlone: (role) =>
    `Niemand vergibt die Rolle ${role} allein. Lassen Sie die Person selbst darum bitten, oder schlagen Sie es für sie vor: Jemand anders genehmigt es dann.`,
  chooseWhen: 'Wählen Sie Tag und Uhrzeit.',
};

export const filterWords: typeof English.filterWords = {
  state: 'Status',
  all: 'Alle',
  one: 'eine',
  present: 'aktiv, geplant',
  presentEntry: 'Aktiv und geplant',
  active: 'aktiv',
  activeEntry: 'Aktiv',
  scheduled: 'geplant',
  scheduledEntry: 'Geplant',
  expired: 'abgelaufen',
  expiredEntry: 'Abgelaufen',
  revoked: 'entzogen',
  revokedEntry: 'Entzogen',
  over: 'abgelaufen, entzogen',
  overEntry: 'Nicht mehr in Kraft',
};

export const revokeWords: typeof English.revokeWords = { ask: 'Freigabe entziehen …' };
