import { formatNumber, plural } from '../../../ui/format.ts';
import type * as English from './words.ts';

const people = (count: number) => plural(count, { one: '1 Person', other: `${formatNumber(count)} Personen` });
const toPeople = (count: number) => `an ${people(count)}`;
const have = (count: number) => plural(count, { one: `${people(count)} hat`, other: `${people(count)} haben` });
const are = (count: number) => plural(count, { one: `${people(count)} ist`, other: `${people(count)} sind` });

export const words: typeof English.words = {
  bar: 'Ausgewählte Personen',
  grant: 'Freigeben …',
  revoke: 'Entziehen …',
  group: 'In eine Gruppe …',
  suspend: 'Sperren …',
  invite: (count) => `${people(count)} einladen …`,
  links: (count) => `Links für ${people(count)} als CSV …`,
  withdraw: (count) =>
    `${plural(count, { one: '1 Einladung', other: `${formatNumber(count)} Einladungen` })} zurückziehen …`,
  export: 'CSV exportieren',
  atMost: (most) => `Wählen Sie höchstens ${formatNumber(most)} Personen ohne Passwort aus.`,

  suspendTitle: (count) => `${people(count)} sperren?`,
  suspendText:
    'Sie werden abgemeldet und können sich nicht mehr anmelden. Was sie haben, bleibt und gilt wieder, sobald sie zugelassen werden. Was sie verantworten und entscheiden, bleibt bei ihnen.',
  suspendDo: (count) => `${people(count)} sperren`,
  suspending: (count) => `${people(count)} werden gesperrt`,
  suspended: (count) => `${are(count)} gesperrt und abgemeldet.`,
  reactivated: (count) => `${are(count)} wieder zugelassen.`,
  alreadySuspended: 'ist schon gesperrt.',
  allSuspended: 'Alle sind schon gesperrt.',

  groupTitle: (count) => `${people(count)} in eine Gruppe aufnehmen`,
  groupField: 'Gruppe',
  groupPlaceholder: 'Gruppe wählen',
  groupDo: (count) => `${people(count)} aufnehmen`,
  grouping: (count, group) => `${people(count)} werden in ${group} aufgenommen`,
  grouped: (count, group) => `${are(count)} jetzt in ${group}.`,
  ungrouped: (count, group) => `${are(count)} nicht mehr in ${group}.`,
  alreadyIn: 'ist schon in der Gruppe.',
  allIn: 'Alle sind schon in der Gruppe.',

  grantTitle: (count) => `Zugriff ${toPeople(count)} geben`,
  gives: 'Rolle oder Berechtigung',
  givesPlaceholder: 'Rolle oder Berechtigung wählen',
  reason: 'Grund',
  endMissing: 'Wählen Sie, wann es endet, oder kein Ende.',
  grantDo: (count) => `An ${people(count)} freigeben`,
  granting: (count, gives) => `${gives} wird ${toPeople(count)} freigegeben`,
  granted: (count, gives) => `${have(count)} ${gives}.`,
  ungranted: (count, gives) => `${gives} ist ${people(count)} wieder entzogen.`,

  revokeTitle: (count) => `${people(count)} etwas entziehen`,
  revokeText: 'Entzogen werden nur direkte Freigaben. Was aus einer Gruppe kommt, bleibt.',
  revokeDo: (count) => `${plural(count, { one: '1 Freigabe', other: `${formatNumber(count)} Freigaben` })} entziehen`,
  revoking: (count, gives) => `${gives} wird ${people(count)} entzogen`,
  revoked: (count, gives) => `${gives} ist ${people(count)} entzogen.`,
  unrevoked: (count, gives) => `${have(count)} wieder ${gives}.`,
  reading: 'Direkte Freigaben werden gesucht …',
  noGrants: 'Niemand von ihnen hat das direkt.',
  tooManyGrants: 'Dafür gibt es zu viele direkte Freigaben. Entziehen Sie sie in der Anwendung unter „Freigaben“.',

  exporting: (count) => `${people(count)} werden exportiert`,
  exported: (count) => `${are(count)} als CSV-Datei gespeichert.`,
  file: 'personen',
  username: 'Benutzername',
  email: 'E-Mail',
};
