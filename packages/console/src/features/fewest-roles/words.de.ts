import { formatNumber, plural } from '../../ui/format.ts';
import type * as English from './words.ts';

const many = (count: number, one: string, other: string) =>
  plural(count, { one: `1 ${one}`, other: `${formatNumber(count)} ${other}` });

export const words: typeof English.words = {
  title: 'Wenigste Rollen',
  applications: 'Anwendungen',
  roles: 'Rollen',
  lead: 'Die wenigsten Rollen, mit denen in {application} alle genau ihre jetzigen Berechtigungen behalten.',
  leadUsed:
    'Die wenigsten Rollen, mit denen in {application} alle genau die Berechtigungen haben, die sie benutzt haben.',
  leadFewer: (missing) =>
    `Weniger Rollen, mit ${many(missing, 'Abweichung', 'Abweichungen')}: In {application} gehen Berechtigungen verloren.`,
  count: 'Was zählt',
  held: 'Was alle haben',
  used: 'Was alle benutzt haben',
  size: (holders, permissions) =>
    `${many(holders, 'Inhaber', 'Inhaber')}, ${many(permissions, 'Berechtigung', 'Berechtigungen')}`,
  duration: (ms) => (ms < 1000 ? `${formatNumber(Math.round(ms))} ms` : `${formatNumber(Math.round(ms / 1000))} s`),
  export: 'Exportieren',
  takeOver: 'Als Plan übernehmen',
  reading: 'Die Freigaben werden gelesen',
  readOf: (done, total) => `${formatNumber(done)} von ${formatNumber(total)}`,
  phases: {
    searching: 'Die wenigsten Rollen werden gesucht',
    curve: 'Weniger Rollen mit Abweichungen werden gesucht',
    checking: 'Die untere Schranke wird geprüft',
  },
  cancel: 'Abbrechen',
  again: 'Noch einmal rechnen',
  cancelled: 'Die Suche wurde abgebrochen.',
  failed: 'In der Zeit fanden sich keine Rollen. Die Anwendung hat zu viele Zugriffe für dieses Gerät.',
  notYet: 'Die Rollen werden noch berechnet.',
  nothingToDo: 'Genau diese Rollen hat die Anwendung schon.',
  nobody: 'Keine Rolle lässt sich ersetzen',
  nobodyText: 'Niemand hat eine Rolle dieser Anwendung, die ersetzt werden darf.',
  noUse: 'Keine Nutzung gemeldet',
  noUseText: 'Die Anwendung hat nicht gemeldet, welche Berechtigungen benutzt werden.',
  noUseAction: 'Zeigen, was alle haben',
  tooMany: 'Zu viele Freigaben',
  tooManyText: (most) => `Diese Seite liest höchstens ${formatNumber(most)} Freigaben.`,
};

export const listWords: typeof English.listWords = {
  count: (count) => many(count, 'Rolle', 'Rollen'),
  insteadOf: (count) => `statt ${formatNumber(count)}`,
  table: (count) => plural(count, { one: 'Die Rolle', other: `Die ${formatNumber(count)} Rollen` }),
  role: 'Rolle',
  permissions: 'Berechtigungen',
  holders: 'Freigegeben für',
  change: 'Änderung',
  people: (count) => many(count, 'Person', 'Personen'),
  groups: (count) => many(count, 'Gruppe', 'Gruppen'),
  programs: (count) => many(count, 'Programm', 'Programme'),
  nobody: 'niemanden',
  unchanged: 'Bleibt gleich',
  more: (count) => `Für ${formatNumber(count)} mehr freigegeben`,
  fewer: (count) => `${formatNumber(count)} entzogen`,
  added: 'Neu',
  removed: 'Fallen weg',
  replacedBy: 'Ersetzt durch {roles}',
  partlyBy: 'Zum Teil ersetzt durch {roles}',
  notReplaced: 'Nicht ersetzt',
  others: (count) => `${formatNumber(count)} weitere`,
  moreRoles: (count) => `${many(count, 'weitere Rolle', 'weitere Rollen')} zeigen`,
  losses: 'Wer was verliert',
  loses: (count) => plural(count, { one: '{who} verliert {permission}', other: '{who} verlieren {permission}' }),
  moreLosses: (count) => `${many(count, 'weitere Berechtigung', 'weitere Berechtigungen')} zeigen`,
  left: 'Bleiben, wie sie sind',
  leftTable: 'Rollen, die bleiben, wie sie sind',
  why: {
    policy: 'Hat eigene Regeln für die Freigabe',
    separation: 'Kommt in einer Funktionstrennung vor',
    review: 'Wird gerade überprüft',
    scheduled: 'Hat Freigaben, die später beginnen',
  },
  leftDirect: (count) => many(count, 'direkt freigegebene Berechtigung', 'direkt freigegebene Berechtigungen'),
  leftAdmin: (count) => many(count, 'Freigabe der Rolle admin', 'Freigaben der Rolle admin'),
  alsoLeft: (what) => `Unverändert bleiben auch: ${what}.`,
  same: 'Niemand gewinnt oder verliert eine Berechtigung.',
  summary: (what) => `Der Plan ${what}.`,
  creates: (count) => `legt ${many(count, 'Rolle', 'Rollen')} an`,
  removes: (count) => `löscht ${many(count, 'Rolle', 'Rollen')}`,
  grants: (count) => `erteilt ${many(count, 'Freigabe', 'Freigaben')}`,
  ends: (count) => `beendet ${many(count, 'Freigabe', 'Freigaben')}`,
  newRole: (place) => `zusammen-${place}`,
};

export const curveWords: typeof English.curveWords = {
  title: 'Weniger Rollen, mehr Abweichungen',
  text: 'Eine Abweichung ist eine Berechtigung, die eine Person, eine Gruppe oder ein Programm verlöre.',
  asTable: 'Als Tabelle zeigen',
  asPicture: 'Als Bild zeigen',
  points: 'Zahl der Rollen',
  point: (roles, missing) =>
    missing === 0
      ? `${many(roles, 'Rolle', 'Rollen')}, genau gleich`
      : `${many(roles, 'Rolle', 'Rollen')}, ${many(missing, 'Abweichung', 'Abweichungen')}`,
  exactly: 'genau gleich',
  now: 'jetzt',
  roles: 'Rollen',
  rolesHead: 'Rollen',
  missingHead: 'Abweichungen',
  show: 'Zeigen',
};

export const proofWords: typeof English.proofWords = {
  proven: (count) => `Bewiesen: weniger als ${formatNumber(count)} geht nicht`,
  between: (least, most) => `Mindestens ${formatNumber(least)}, höchstens ${formatNumber(most)}`,
  atMost: (most) => `Höchstens ${formatNumber(most)}`,
  found: 'Gefunden',
  foundText: (roles, pairs) =>
    `${many(roles, 'Rolle deckt', 'Rollen decken')} ${plural(pairs, { one: 'das 1 Paar', other: `alle ${formatNumber(pairs)} Paare` })} aus Inhaber und Berechtigung`,
  bound: 'Untere Schranke',
  boundText: (count) =>
    plural(count, {
      one: '1 Paar; geprüft von eigenem Code',
      other: `${formatNumber(count)} Paare, von denen keine zwei in eine Rolle passen; geprüft von eigenem Code`,
    }),
  boundMore: (bound, pairs) =>
    `${formatNumber(bound)}, durch ${many(pairs, 'Gruppe von Paaren', 'Gruppen von Paaren')} ohne gemeinsame Rolle; geprüft von eigenem Code`,
  unknown: 'In der Zeit nicht geprüft',
  pairs: (count) => plural(count, { one: 'Das Paar', other: `Die ${formatNumber(count)} Paare` }),
  show: 'Zeigen',
  hide: 'Verbergen',
  morePairs: (count) => `und ${formatNumber(count)} weitere`,
};

export const planWords: typeof English.planWords = {
  title: (count) => `Auf ${many(count, 'Rolle', 'Rollen')} umstellen?`,
  action: (count) => `${many(count, 'Änderung', 'Änderungen')} ausführen`,
  newNames: 'Namen der neuen Rollen',
  name: (place) => `Name der neuen Rolle ${place}`,
  permissions: (count) => many(count, 'Berechtigung', 'Berechtigungen'),
  promise: 'Alle behalten genau ihre Berechtigungen. Nur die Rollen in den Token ändern sich.',
  promiseLosses: (count) =>
    `Niemand gewinnt eine Berechtigung. ${plural(count, { one: '1 Berechtigung geht', other: `${formatNumber(count)} Berechtigungen gehen` })} für manche verloren.`,
  waits: 'Erst muss feststehen, dass sich am Zugriff nichts anderes ändert.',
  broken: 'Dieser Plan wird nicht ausgeführt',
  brokenBy: {
    gain: 'Jemand bekäme eine Berechtigung. Rechnen Sie noch einmal.',
    loss: 'Jemand verlöre eine Berechtigung, die nicht in der Liste steht. Rechnen Sie noch einmal.',
    elsewhere: 'Er würde Zugriff in einer anderen Anwendung ändern.',
    unknown: 'Nicht alle Folgen sind bekannt; er könnte Zugriff ändern.',
    refused: 'Einige seiner Änderungen würden abgelehnt.',
    rules: 'Er würde Regeln für Rollen ändern, deren Folgen nicht verglichen werden.',
    review: 'Inzwischen werden diese Rollen überprüft. Rechnen Sie noch einmal.',
  },
  called: {
    'roles.create': (name) => `Neue Rolle ${name}`,
    'roles.update': 'Änderung einer Rolle, die eine gelöschte enthält',
    'roles.remove': (name) => `Löschen von ${name}`,
    'grants.create': 'Neue Freigabe',
    'grants.revoke': 'Beendete Freigabe',
  },
  done: (count) => `Die Anwendung hat jetzt ${many(count, 'Rolle', 'Rollen')} weniger.`,
  doneSame: 'Die Rollen wurden umgestellt.',
  undone: 'Die früheren Rollen sind wieder da.',
  reason: 'Wenigste Rollen',
  working: {
    asking: 'Die Änderungen werden gesendet',
    reading: 'Die Änderungen werden gelesen',
    checking: 'Die Änderungen werden geprüft',
    effects: 'Die Folgen werden ermittelt',
    writing: 'Die Änderungen werden ausgeführt',
  },
  again: 'Noch einmal versuchen',
};
