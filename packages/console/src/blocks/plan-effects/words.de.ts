import { formatNumber, plural } from '../../ui/format.ts';
import type * as English from './words.ts';

const many = (count: number, one: string, other: string) =>
  plural(count, { one: `1 ${one}`, other: `${formatNumber(count)} ${other}` });

export const words: typeof English.words = {
  title: 'Was das ändert',
  sums: (gain, lose) =>
    gain + lose === 0
      ? 'niemand gewinnt oder verliert'
      : `${gain === 0 ? 'niemand' : formatNumber(gain)} ${gain > 1 ? 'gewinnen' : 'gewinnt'}, ${lose === 0 ? 'niemand' : formatNumber(lose)} ${lose > 1 ? 'verlieren' : 'verliert'}`,
  sumsAtOnce: (sums) => `sofort: ${sums}; später ändert sich noch mehr`,
  asking: 'Es wird ermittelt, was das ändert',
  askingYet: 'Was das ändert, wird noch ermittelt.',
  nothing: 'Niemand bekommt oder verliert eine Rolle oder Berechtigung, weder jetzt noch später.',
  nothingElse: 'Durch den Rest bekommt oder verliert niemand eine Rolle oder Berechtigung.',
  stillNamed: (user, roles) => `In den Regeln dieser Rollen steht weiterhin ${user}: ${roles}`,
  stillNamedWhy: (user, to) =>
    `${to} stimmt dort schon zu, und niemand kann zweimal zustimmen. Sobald ${user} gesperrt oder gelöscht ist, stimmt stattdessen jemand zu, dem die Anwendung gehört.`,
  notEvaluated: (aspects) => `Ändert sich auch, ist aber nicht für jede Person ermittelt: ${aspects}.`,
  aspects: {
    owners: 'wem eine Anwendung gehört',
    role_rules: 'wer über Anträge entscheidet oder eine Rolle im Notfall nehmen darf',
    separations: 'was niemand zugleich haben darf',
    sign_in: 'wie sich Personen und Programme anmelden',
  },
  breaksNoRule: 'Verletzt keine Regel der Funktionstrennung',
  unknown: 'Was das ändert, ließ sich nicht ermitteln.',
  unknownSafe:
    'Sie können es trotzdem tun: Es lässt sich zurücknehmen, und was es getan hat, steht danach im Protokoll.',
  unknownFinal: 'Es lässt sich nicht zurücknehmen und wartet deshalb, bis das bekannt ist.',
  retry: 'Noch einmal versuchen',
  refused: 'Es würde abgelehnt, aus dem Grund oben.',
  refusedOne: (what, why) => `${what}: ${why}`,
  refusedMore: (count) => `${many(count, 'weitere Ablehnung', 'weitere Ablehnungen')} zeigen`,
  people: (count) => many(count, 'Person', 'Personen'),
  programs: (count) => many(count, 'Programm', 'Programme'),
  both: (count) => many(count, 'Person oder Programm', 'Personen oder Programme'),
  gains: (count) =>
    plural(count, { one: '{who} gewinnt {what} in {application}', other: '{who} gewinnen {what} in {application}' }),
  loses: (count) =>
    plural(count, { one: '{who} verliert {what} in {application}', other: '{who} verlieren {what} in {application}' }),
  keeps: (count) =>
    plural(count, { one: '{who} behält {what} in {application}', other: '{who} behalten {what} in {application}' }),
  concerns: 'Es ändert für {who}, was in {application} erlaubt ist',
  concernsText: 'Um wen und um was es geht, dürfen Sie nicht sehen.',
  notListed: 'Was sich für {who} in {application} ändert, ist hier nicht vollständig aufgeführt',
  notListedText: 'Es ist zu viel, um alles aufzuführen.',
  notCompared: 'Was sich für {who} in {application} ändert, wurde nicht verglichen',
  notComparedText: {
    holder_too_large: 'Es sind zu viele Rollen und Berechtigungen für einen Vergleich. Geändert werden sie trotzdem.',
    plan_too_large: 'Diese Änderungen betreffen zu viel, um alles zu vergleichen. Ausgeführt werden sie trotzdem.',
  },
  anApplication: 'einer Anwendung, die Sie nicht sehen dürfen,',
  permissions: (count) => many(count, 'Berechtigung', 'Berechtigungen'),
  everything: 'alles',
  everythingText: 'Die Rolle admin erlaubt alles, nach der Regel.',
  theRole: (names, count) => plural(count, { one: `die Rolle ${names}`, other: `die Rollen ${names}` }),
  withRole: (names, count) => plural(count, { one: `Mit der Rolle ${names}`, other: `Mit den Rollen ${names}` }),
  keptBy: {
    role: (roles, count) => plural(count, { one: `Durch die Rolle ${roles}`, other: `Durch die Rollen ${roles}` }),
    alone: 'Auch direkt freigegeben',
    both: (roles, count) =>
      plural(count, {
        one: `Durch die Rolle ${roles}, und direkt freigegeben`,
        other: `Durch die Rollen ${roles}, und direkt freigegeben`,
      }),
    another: 'Auf einem anderen Weg',
  },
  untilThen: {
    role: (roles, count) =>
      plural(count, { one: `Bis dahin durch die Rolle ${roles}`, other: `Bis dahin durch die Rollen ${roles}` }),
    alone: 'Bis dahin direkt freigegeben',
    both: (roles, count) =>
      plural(count, {
        one: `Bis dahin durch die Rolle ${roles}, und direkt freigegeben`,
        other: `Bis dahin durch die Rollen ${roles}, und direkt freigegeben`,
      }),
    another: 'Bis dahin auf einem anderen Weg',
  },
  atOnce: 'sofort',
  morePermissions: (count) => `und ${formatNumber(count)} weitere`,
  showChanges: (count) => `Die ${formatNumber(count)} Änderungen zeigen`,
  moreLines: (count) => `${many(count, 'weitere Zeile', 'weitere Zeilen')} zeigen`,
  allNames: (count) => `Alle ${formatNumber(count)} zeigen`,
  fewerNames: 'Weniger zeigen',
  names: (first, count) => `${first} und ${formatNumber(count)} weitere`,
  shown: (shown, count) => `${formatNumber(shown)} von ${formatNumber(count)}`,
};

export const draftWords: typeof English.draftWords = {
  add: 'In den Entwurf',
  show: 'Entwurf zeigen',
  added: (count) =>
    count === 1
      ? 'Es steht im Entwurf.'
      : `Es steht im Entwurf, mit ${plural(count - 1, { one: 'einer anderen Änderung', other: `${formatNumber(count - 1)} anderen` })}.`,
};

/** Texts of plans that are sent as a stream. */
export const longWords: typeof English.longWords = {
  doneOf: (done, total) => `${formatNumber(done)} von ${formatNumber(total)}`,
  brokenOff:
    'Die Verbindung brach ab, bevor der Server das Ergebnis meldete. Was angewendet wurde, steht unter „Angewendet“.',
};
