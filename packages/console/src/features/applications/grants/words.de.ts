import { formatNumber, plural } from '../../../ui/format.ts';
import type * as English from './words.ts';

export const words: typeof English.words = {
  grant: 'Freigabe',
  grantedBy: 'Freigegeben von',
  none: '–',
  review: 'Diese überprüfen',
  endsSoon: 'Was bald endet',
  show: 'Alle Freigaben zeigen',
  search: 'Wer, Rolle oder Grund',
  table: (application) => `Freigaben in ${application}`,
  by: (by) => `Freigegeben ${by}`,
  reasonBy: (reason, by) => `${reason}, freigegeben ${by}`,
  noneFits: 'Keine Freigabe passt',
  noneFitsText: 'Nehmen Sie einen Filter weg, oder suchen Sie nach weniger Buchstaben.',
  empty: 'Zurzeit ist niemandem etwas freigegeben',
  emptyText:
    'Geben Sie einer Person oder einer Gruppe eine Rolle; sie kann von selbst enden, nach zwei Stunden oder an einem Tag.',
  ofRole: (role) => `Rolle ${role}`,
  noLonger:
    'Diese Freigabe ist nicht in der Anwendung. Sie kann mit ihrer Rolle, ihrer Berechtigung oder der Person, die sie hat, geendet haben.',
  tooMany: 'Es sind zu viele Freigaben zum Durchsehen. Suchen Sie nach der Person oder der Rolle, um die es geht.',
  saved: (gives, to, until) =>
    `Die Freigabe ist gespeichert: ${to} hat ${gives} ${until === undefined ? 'ohne Ende' : `bis ${until}`}.`,
  this: 'diese Freigabe',
  endInDraft: (gives, who) => `Ende von ${gives} für ${who} ändern`,
};

const grants = (count: number) => plural(count, { one: '1 Freigabe', other: `${formatNumber(count)} Freigaben` });
const are = (count: number) => plural(count, { one: `${grants(count)} ist`, other: `${grants(count)} sind` });
const have = (count: number) => plural(count, { one: `${grants(count)} hat`, other: `${grants(count)} haben` });

export const severalWords: typeof English.severalWords = {
  bar: 'Ausgewählte Freigaben',
  name: (to, gives) => `${to}: ${gives}`,
  end: 'Ende ändern …',
  endTitle: (count) => `Das Ende von ${grants(count)} ändern`,
  endDo: (count) => `${grants(count)} ändern`,
  ending: (count) => `Das Ende von ${grants(count)} wird geändert`,
  ended: (count) => `${have(count)} ein neues Ende.`,
  unended: (count) => `${have(count)} wieder das frühere Ende.`,
  revoke: 'Entziehen …',
  revokeTitle: (count) => `${grants(count)} entziehen?`,
  revokeDo: (count) => `${grants(count)} entziehen`,
  revoking: (count) =>
    plural(count, { one: '1 Freigabe wird entzogen', other: `${formatNumber(count)} Freigaben werden entzogen` }),
  revoked: (count) => `${are(count)} entzogen.`,
  unrevoked: (count) =>
    plural(count, { one: '1 Freigabe gilt wieder.', other: `${formatNumber(count)} Freigaben gelten wieder.` }),
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

export const revokeWords: typeof English.revokeWords = { ask: 'Entziehen …' };
