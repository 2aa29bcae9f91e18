import { formatNumber, plural } from '../../ui/format.ts';
import type * as English from './words.ts';

const people = (count: number) => plural(count, { one: '1 Person', other: `${formatNumber(count)} Personen` });
const groups = (count: number) => plural(count, { one: '1 Gruppe', other: `${formatNumber(count)} Gruppen` });

export const words: typeof English.words = {
  add: 'Zugriff geben',
  role: 'Rolle',
  permission: 'Berechtigung',
  to: 'An',
  gives: 'Gibt',
  kind: 'Art',
  starts: 'Beginn',
  ends: 'Ende',
  reason: 'Grund',
  mayNot: (application) =>
    `Sie dürfen in ${application} nichts freigeben. Das können die Verantwortlichen der Anwendung.`,
};

export const formWords: typeof English.formWords = {
  grant: 'Freigeben',
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
  done: (who, count, gives, { from, until }) => {
    const start = from === undefined ? '' : `ab ${from} `;
    const length = `${start}${until === undefined ? 'ohne Ende' : `bis ${until}`}`;
    return plural(count, { one: `${who} hat ${gives} ${length}.`, other: `${who} haben ${gives} ${length}.` });
  },
  undone: 'Was Sie eben freigegeben haben, ist wieder entzogen.',
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
