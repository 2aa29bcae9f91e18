import { formatNumber } from '../../ui/format.ts';
import type * as English from './words.ts';

export const words: typeof English.words = {
  selected: (count) => `${formatNumber(count)} ausgewählt`,
  allThatMatch: (count) => `Alle ${count} Treffer auswählen`,
  all: (count) => `Alle ${count} auswählen`,
  tooMany: 'Es passen mehr Zeilen, als eine Änderung fasst. Schränken Sie die Liste mit einem Filter ein.',
  cancel: 'Abbrechen',
  cancelled: 'Abgebrochen. Nichts wurde geändert.',
  leaveTitle: 'Verlassen und abbrechen?',
  leaveText: (what) =>
    `Noch nicht fertig: ${what}. Wenn Sie diese Seite verlassen, wird abgebrochen und nichts geändert.`,
  leave: 'Verlassen und abbrechen',
  stay: 'Bleiben',
  choose: 'Füllen Sie zuerst die Felder aus.',
  asking: 'Die Auswirkungen werden noch ermittelt.',
  refused: 'Das würde aus den genannten Gründen abgelehnt.',
  waits: 'Viele auf einmal lassen sich erst ändern, wenn die Auswirkungen bekannt sind.',
  skipped: (count) => (count === 1 ? 'Unverändert bleibt:' : `Unverändert bleiben ${formatNumber(count)}:`),
  allSkipped: (count) => `Alle ${formatNumber(count)} zeigen`,
  doneOf: (done, total) => `${formatNumber(done)} von ${formatNumber(total)}`,
  phases: {
    asking: 'Die Auswirkungen werden ermittelt',
    reading: 'Die Änderungen werden gesendet',
    checking: 'Die Änderungen werden geprüft',
    effects: 'Der Zugriff davor und danach wird verglichen',
    writing: 'Die Änderungen werden vorgenommen',
  },
};
