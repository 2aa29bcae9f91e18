import type { EvidenceAbout, EvidenceLanguage } from './about.ts';

type Scope = EvidenceAbout['scope'];

/**
 * The texts of the pages in each language. Numbers and times are not formatted by the platform, so that the same
 * evidence always produces the same pages.
 */
export interface Words {
  number(value: number): string;
  day(instant: string): string;
  moment(instant: string): string;
  readonly evidence: string;
  page(no: number, of: number): string;
  readonly reviewed: string;
  scope(scope: Scope): string;
  readonly opened: string;
  readonly planned: string;
  readonly closed: string;
  happened(instant: string, by: string, no: number): string;
  readonly decide: string;
  readonly owners: string;
  fallback(name: string): string;
  readonly rule: string;
  readonly rules: Readonly<Record<EvidenceAbout['undecided'], string>>;
  readonly applied: string;
  readonly appliedText: (no: number, digest: string) => string;
  readonly changes: (count: number, first: number, last: number) => string;
  readonly noChanges: string;
  readonly chain: string;
  checkpoint(chain: EvidenceAbout['checkpoint'], key: string): string;
  readonly made: string;
  readonly figures: string;
  readonly counted: Readonly<
    Record<'lines' | 'kept' | 'revoked' | 'shortened' | 'handedOn' | 'pending' | 'removed' | 'cut' | 'gone', string>
  >;
  readonly byReviewer: string;
  readonly reviewer: string;
  readonly decided: string;
  readonly together: string;
  readonly nobody: string;
  readonly verifying: string;
  readonly verifyingText: (files: readonly string[]) => string;
  readonly every: string;
  readonly none: string;
  readonly heads: readonly [
    no: string,
    who: string,
    what: string,
    since: string,
    decision: string,
    by: string,
    note: string,
  ];
  readonly kinds: { readonly group: string; readonly client: string };
  people(count: number): string;
  gives(kind: 'role' | 'permission', application: string): string;
  readonly membership: string;
  readonly paths: { readonly direct: string; readonly group: string; readonly member: string };
  given(by: string): string;
  ends(instant: string): string;
  used(instant: string): string;
  unused(since: string): string;
  readonly unreported: string;
  readonly states: {
    readonly kept: string;
    readonly revoked: string;
    readonly pending: string;
    readonly 'handed on': string;
  };
  shortened(instant: string): string;
  readonly outcomes: { readonly kept: string; readonly gone: string };
  readonly keptByRule: string;
  handedOnBy(name: string): string;
  removed(no: string): string;
  cut(no: string): string;
  others(count: number): string;
}

/** Groups digits. `Intl` is not used, because its output depends on the platform. */
const grouped = (value: number, by: string) => String(value).replace(/\B(?=(\d{3})+$)/g, by);
const two = (value: number) => String(value).padStart(2, '0');
const dayOf = (instant: string) => {
  const at = new Date(instant);
  return [String(at.getUTCFullYear()), two(at.getUTCMonth() + 1), two(at.getUTCDate())];
};
const timeOf = (instant: string) => {
  const at = new Date(instant);
  return `${[at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(':')} UTC`;
};

const n = (value: number) => grouped(value, ',');
const day = (instant: string) => dayOf(instant).join('-');
const moment = (instant: string) => `${day(instant)} ${timeOf(instant)}`;

const en: Words = {
  number: n,
  day,
  moment,
  evidence: 'Evidence of an access review',
  page: (no, of) => `${n(no)} of ${n(of)}`,
  reviewed: 'What was reviewed',
  scope: (scope) => {
    const { kind, application, role, group } = scope;
    if (kind === 'application') return `All access in ${application ?? 'an application that was deleted'}`;
    if (kind === 'role')
      return `The role ${role ?? 'that was deleted'} in ${application ?? 'an application that was deleted'}`;
    if (kind === 'group') return `The group ${group ?? 'that was deleted'} and its members`;
    return `Grants found by: ${filtered(scope, '“', '”') || 'everything'}`;
  },
  opened: 'Opened',
  planned: 'To end',
  closed: 'Closed',
  happened: (instant, by, no) => `${moment(instant)} by ${by} (change ${n(no)})`,
  decide: 'Reviewers',
  owners: 'Whoever owns the application of each line',
  fallback: (name) => `where none is left, ${name}`,
  rule: 'Lines that nobody decides',
  rules: { keep: 'are kept', revoke: 'are taken away' },
  applied: 'Applied by closing',
  appliedText: (no, digest) => `Change ${n(no)}, by the plan of the decisions with SHA-256 ${digest}`,
  changes: (count, first, last) =>
    count === 1
      ? `one change took access away or shortened it: ${n(first)}`
      : `${n(count)} changes took access away or shortened it, from ${n(first)} to ${n(last)}`,
  noChanges: 'no access was changed',
  chain: 'Stands on',
  checkpoint: ({ sequence, no, hash, at }, key) =>
    `Checkpoint ${n(sequence)} of the audit chain: change ${n(no)} of ${moment(at)}, SHA-256 ${hash}; this file is signed by the audit key ${key}`,
  made: 'This file was made',
  figures: 'Figures',
  counted: {
    lines: 'Lines',
    kept: 'Kept',
    revoked: 'Revoked',
    shortened: 'Shortened',
    handedOn: 'Handed on, not decided',
    pending: 'Not decided',
    removed: 'Access taken away',
    cut: 'Access shortened',
    gone: 'Had ended before',
  },
  byReviewer: 'By reviewer',
  reviewer: 'Reviewer',
  decided: 'Decided',
  together: 'Most at once',
  nobody: 'Nobody decided a line.',
  verifying: 'How to verify it',
  verifyingText: ([csv, jws]) =>
    `These pages are a rendering of ${csv}, which is attached to this file with its signature ${jws}. With the file saved as evidence.pdf,\n\n    licet reviews verify evidence.pdf\n\nchecks that nothing of the file was changed, renders the pages again and compares them, verifies the signature of the CSV, and counts every figure anew from the audit chain. With an export of the chain and audit keys that were kept it needs no server: --chain audit.ndjson --keys audit-keys.json.`,
  every: 'Every line',
  none: 'The review had no lines.',
  heads: ['No.', 'Who', 'Access', 'Since', 'Decision', 'Decided by', 'Note'],
  kinds: { group: 'group', client: 'program' },
  people: (count) => (count === 1 ? '1 person' : `${n(count)} people`),
  gives: (kind, application) => `${kind} in ${application}`,
  membership: 'membership of a group',
  paths: {
    direct: 'granted to them directly',
    group: 'granted to the group, and by it to its members',
    member: 'by being a member',
  },
  given: (by) => `given by ${by}`,
  ends: (instant) => `ends ${day(instant)}`,
  used: (instant) => `last used ${day(instant)}`,
  unused: (since) => `never used; reported since ${day(since)}`,
  unreported: 'use is not reported',
  states: { kept: 'Keep', revoked: 'Revoke', pending: 'Not decided', 'handed on': 'Handed on, not decided' },
  shortened: (instant) => `Shorten to ${moment(instant)}`,
  outcomes: { kept: 'kept', gone: 'had ended before the closing' },
  keptByRule: 'kept by the rule',
  handedOnBy: (name) => `handed on by ${name}`,
  removed: (no) => `taken away by change ${no}`,
  cut: (no) => `shortened by change ${no}`,
  others: (count) => (count === 1 ? 'with 1 other at once' : `with ${n(count)} others at once`),
};

const zahl = (value: number) => grouped(value, '.');
const tag = (instant: string) => dayOf(instant).reverse().join('.');
const zeit = (instant: string) => `${tag(instant)} ${timeOf(instant)}`;

const de: Words = {
  number: zahl,
  day: tag,
  moment: zeit,
  evidence: 'Nachweis einer Überprüfung von Zugriff',
  page: (no, of) => `${zahl(no)} von ${zahl(of)}`,
  reviewed: 'Was überprüft wurde',
  scope: (scope) => {
    const { kind, application, role, group } = scope;
    if (kind === 'application') return `Aller Zugriff in ${application ?? 'einer Anwendung, die gelöscht wurde'}`;
    if (kind === 'role')
      return `Die Rolle ${role ?? ', die gelöscht wurde,'} in ${application ?? 'einer Anwendung, die gelöscht wurde'}`;
    if (kind === 'group') return `Die Gruppe ${group ?? ', die gelöscht wurde,'} und ihre Mitglieder`;
    return `Freigaben, gefunden durch: ${filtered(scope, '„', '“') || 'alles'}`;
  },
  opened: 'Eröffnet',
  planned: 'Sollte enden',
  closed: 'Abgeschlossen',
  happened: (instant, by, no) => `${zeit(instant)} von ${by} (Änderung ${zahl(no)})`,
  decide: 'Wer überprüft hat',
  owners: 'Wem die Anwendung der jeweiligen Zeile gehört',
  fallback: (name) => `wo niemand davon übrig ist, ${name}`,
  rule: 'Zeilen, die niemand entscheidet',
  rules: { keep: 'bleiben', revoke: 'werden entzogen' },
  applied: 'Beim Abschließen ausgeführt',
  appliedText: (no, digest) => `Änderung ${zahl(no)}, nach dem Plan der Entscheidungen mit SHA-256 ${digest}`,
  changes: (count, first, last) =>
    count === 1
      ? `eine Änderung hat Zugriff entzogen oder verkürzt: ${zahl(first)}`
      : `${zahl(count)} Änderungen haben Zugriff entzogen oder verkürzt, von ${zahl(first)} bis ${zahl(last)}`,
  noChanges: 'kein Zugriff wurde geändert',
  chain: 'Beruht auf',
  checkpoint: ({ sequence, no, hash, at }, key) =>
    `Prüfpunkt ${zahl(sequence)} der Audit-Kette: Änderung ${zahl(no)} vom ${zeit(at)}, SHA-256 ${hash}; diese Datei ist mit dem Audit-Schlüssel ${key} signiert`,
  made: 'Diese Datei entstand',
  figures: 'Zahlen',
  counted: {
    lines: 'Zeilen',
    kept: 'Behalten',
    revoked: 'Entziehen',
    shortened: 'Verkürzen',
    handedOn: 'Weitergegeben, nicht entschieden',
    pending: 'Nicht entschieden',
    removed: 'Zugriff entzogen',
    cut: 'Zugriff verkürzt',
    gone: 'War schon geendet',
  },
  byReviewer: 'Nach Person, die entschied',
  reviewer: 'Wer',
  decided: 'Entschieden',
  together: 'Höchstens auf einmal',
  nobody: 'Niemand hat eine Zeile entschieden.',
  verifying: 'Wie er geprüft wird',
  verifyingText: ([csv, jws]) =>
    `Diese Seiten geben ${csv} wieder; die Datei ist hier angehängt, mit ihrer Signatur ${jws}. Unter dem Namen evidence.pdf gesichert, prüft\n\n    licet reviews verify evidence.pdf\n\ndass an der Datei nichts geändert wurde, erzeugt die Seiten neu und vergleicht sie, prüft die Signatur der CSV-Datei und zählt jede Zahl aus der Audit-Kette nach. Mit einem Export der Kette und aufbewahrten Audit-Schlüsseln geht das ohne Server: --chain audit.ndjson --keys audit-keys.json.`,
  every: 'Alle Zeilen',
  none: 'Die Überprüfung hatte keine Zeilen.',
  heads: ['Nr.', 'Wer', 'Zugriff', 'Seit', 'Entscheidung', 'Entschieden von', 'Anmerkung'],
  kinds: { group: 'Gruppe', client: 'Programm' },
  people: (count) => (count === 1 ? '1 Person' : `${zahl(count)} Personen`),
  gives: (kind, application) => `${kind === 'role' ? 'Rolle' : 'Berechtigung'} in ${application}`,
  membership: 'Mitgliedschaft in einer Gruppe',
  paths: {
    direct: 'unmittelbar freigegeben',
    group: 'der Gruppe freigegeben, durch sie ihren Mitgliedern',
    member: 'als Mitglied',
  },
  given: (by) => `gegeben von ${by}`,
  ends: (instant) => `endet ${tag(instant)}`,
  used: (instant) => `zuletzt benutzt ${tag(instant)}`,
  unused: (since) => `nie benutzt; gemeldet seit ${tag(since)}`,
  unreported: 'Benutzung wird nicht gemeldet',
  states: {
    kept: 'Behalten',
    revoked: 'Entziehen',
    pending: 'Nicht entschieden',
    'handed on': 'Weitergegeben, nicht entschieden',
  },
  shortened: (instant) => `Verkürzen bis ${zeit(instant)}`,
  outcomes: { kept: 'behalten', gone: 'war vor dem Abschließen geendet' },
  keptByRule: 'behalten nach der Regel',
  handedOnBy: (name) => `weitergegeben von ${name}`,
  removed: (no) => `entzogen durch Änderung ${no}`,
  cut: (no) => `verkürzt durch Änderung ${no}`,
  others: (count) => (count === 1 ? 'zusammen mit 1 anderen' : `zusammen mit ${zahl(count)} anderen`),
};

const filtered = ({ application, principal, role, permission, q }: Scope, open: string, close: string) =>
  [application, principal, role, permission, q === null ? null : open + q + close]
    .filter((it) => it !== null)
    .join(', ');

export const words: Readonly<Record<EvidenceLanguage, Words>> = { en, de };
