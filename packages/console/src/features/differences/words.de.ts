import { formatNumber } from '../../ui/format.ts';
import type * as English from './words.en.ts';

export const words: typeof English.words = {
  title: 'Erklären',
  whose: 'Wessen Zugriff',
  whoseHint: 'Person, Rolle, Gruppe oder Anwendung',
  nobody: 'Nichts mit diesem Namen',
  from: 'Von',
  to: 'Bis',
  toHint: 'Leer: jetzt',
  lastWeeks: 'Letzte 30 Tage',
  begin: 'Wählen Sie, wessen Zugriff und seit wann',
  beginText:
    'Hier steht, wer zum einen Zeitpunkt anderes hat als zum anderen, durch welche Änderung und von wem. Was dazwischen kam und ging, steht hier nicht.',
  none: 'Nichts ist anders',
  noneText: 'Alle haben zum einen Zeitpunkt dasselbe wie zum anderen.',
  label: 'Was sich geändert hat',
  who: 'Wer',
  where: 'In',
  what: 'Gewinnt und verliert',
  when: 'Wann',
  why: 'Von wem, und warum',
  byItself: 'Eine Freigabe begann oder endete von selbst',
  change: (no) => `Änderung ${formatNumber(no)}`,
  more: (count) => `und ${formatNumber(count)} weitere`,
  download: 'CSV herunterladen',
  scheduled: 'Das kommt erst noch: Gezeigt ist, was jetzt feststeht und dann gilt.',
  csv: ['wer', 'benutzername', 'anwendung', 'wann', 'gewinnt', 'verliert', 'änderung', 'von', 'grund'],
};
