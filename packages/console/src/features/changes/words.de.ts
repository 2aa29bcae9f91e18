import { formatNumber, plural } from '../../ui/format.ts';
import type * as English from './words.ts';

const changes = (count: number) => plural(count, { one: '1 Änderung', other: `${formatNumber(count)} Änderungen` });

export const words: typeof English.words = {
  title: 'Änderungen',
  draft: 'Entwurf',
  applied: 'Angewendet',
  show: 'Zeigen, was angewendet wurde',
  when: 'Wann',
  who: 'Wer',
  why: 'Warum',
  count: 'Änderungen',
  state: 'Seither',
  noReason: 'Ohne Begründung',
  reverted: 'zurückgenommen',
  revertsWhat: (numbers) =>
    numbers.length === 1 ? `nimmt ${numbers[0]} zurück` : `nimmt ${changes(numbers.length)} zurück`,
  noneApplied: 'Noch nichts wurde zusammen angewendet',
  noneAppliedText: 'Hier steht jeder Entwurf, der angewendet wurde, und was Dateien (access as code) gemacht haben.',
  setTitle: (no) => `Änderungssatz ${no}`,
  setCount: (count) => changes(count),
  fromSet: (set) => `Aus den Dateien von ${set}`,
  revertedBy: '{who} hat ihn zurückgenommen, durch {set}.',
  reverts: 'Er nimmt zurück:',
  moreReverted: (count) => `und ${changes(count)} mehr`,
  setNo: (no) => `Änderungssatz ${no}`,
  eventNo: (no) => `Änderung ${no}`,
  wouldDo: 'Was die Rücknahme bewirken würde',
  wouldDoNothing: 'Niemand würde dadurch eine Rolle oder Berechtigung gewinnen oder verlieren.',
  working: {
    asking: 'Die Rücknahme wird ermittelt',
    reading: 'Die Änderungen werden gesendet',
    checking: 'Die Änderungen werden geprüft',
    effects: 'Der Zugriff davor und danach wird verglichen',
    writing: 'Die Änderungen werden vorgenommen',
  },
  doneOf: (done, total) => `${done} von ${total}`,
  planAgain: 'Neu ermitteln',
  revertRefused: 'Einige dieser Änderungen würden abgelehnt. Die Gründe stehen oben.',
  effects: 'Was er bewirkt hat',
  searchEffects: 'Person, Rolle, Berechtigung oder Anwendung',
  noEffects: 'Niemand hat dadurch eine Rolle oder Berechtigung gewonnen oder verloren.',
  partial: 'Hier stehen nur Anwendungen, die Ihnen gehören.',
  events: 'Änderungen darin',
  searchEvents: 'Name oder Vorgang',
  notFound: 'Keine Treffer für diese Suche.',
  inAudit: 'Im Protokoll',
  empty: 'Im Entwurf steht nichts',
  emptyText:
    'Wo Sie Zugriff ändern, wählen Sie „In den Entwurf“. Hier sehen Sie, was sich dadurch insgesamt ändert, bevor Sie es anwenden.',
  lines: 'Im Entwurf',
  remove: (title) => `„${title}“ aus dem Entwurf nehmen`,
  reason: 'Grund',
  apply: (count) => `${changes(count)} anwenden`,
  removed: (title) => `„${title}“ ist nicht mehr im Entwurf.`,
  discard: 'Entwurf verwerfen',
  discarded: 'Der Entwurf ist verworfen.',
  back: 'Der Entwurf ist wieder wie zuvor.',
  done: (count) =>
    plural(count, { one: '1 Änderung ist angewendet.', other: `${formatNumber(count)} Änderungen sind angewendet.` }),
  undone: (count) =>
    plural(count, {
      one: '1 Änderung ist rückgängig gemacht.',
      other: `${formatNumber(count)} Änderungen sind rückgängig gemacht.`,
    }),
  refused: 'Nehmen Sie aus dem Entwurf, was abgelehnt würde; die Gründe stehen oben.',
  waits: 'Bevor das bekannt ist, wird nichts angewendet.',
  moved: 'Nichts wurde angewendet.',
  movedText:
    'Jemand anders hat etwas geändert, und der Entwurf würde jetzt etwas anderes bewirken. Dies ist der neue Plan: Sehen Sie ihn sich an, und wenden Sie ihn dann an.',
  gone: 'Aus dem Plan, dem Sie zugestimmt haben, würde dies nicht mehr eintreten:',
};
