import { formatNumber, plural } from '../../ui/format.ts';
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
    'Vergleichen Sie zwei Zeitpunkte: wer Zugriff bekommen oder verloren hat, durch welche Freigabe und wer das geändert hat. Was dazwischen kam und wieder ging, steht hier nicht.',
  none: 'Keine Unterschiede',
  noneText: 'Alle haben zu beiden Zeitpunkten denselben Zugriff.',
  label: 'Was sich geändert hat',
  who: 'Wer',
  what: 'Bekommen oder verloren',
  through: 'Wodurch',
  held: 'Gültig',
  why: 'Wann und von wem geändert',
  gained: {
    role: 'Rolle {role} bekommen',
    permissions: (count) =>
      plural(count, { one: 'Berechtigung bekommen', other: `${formatNumber(count)} Berechtigungen bekommen` }),
  },
  lost: {
    role: 'Rolle {role} verloren',
    permissions: (count) =>
      plural(count, { one: 'Berechtigung verloren', other: `${formatNumber(count)} Berechtigungen verloren` }),
  },
  withRole: (role) => `Mit der Rolle ${role}`,
  directly: 'Direkt freigegeben',
  group: (name) => `Gruppe ${name}`,
  since: 'seit {time}',
  until: 'bis {time}',
  noEnd: 'ohne Ende',
  byItself: { gained: 'Die Freigabe begann wie geplant', lost: 'Die Freigabe endete wie geplant' },
  order: 'Gruppieren nach',
  orders: { holder: 'Person', gives: 'Rolle' },
  change: (no) => `Änderung ${formatNumber(no)}`,
  more: (count) => `und ${formatNumber(count)} weitere`,
  download: 'CSV herunterladen',
  scheduled: 'Das kommt erst noch: Gezeigt ist, was jetzt feststeht und dann gilt.',
  csv: ['wer', 'benutzername', 'anwendung', 'wann', 'gewinnt', 'verliert', 'änderung', 'von', 'grund'],
};
