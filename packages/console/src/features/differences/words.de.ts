import { formatNumber, plural } from '../../ui/format.ts';
import type * as English from './words.ts';

export const words: typeof English.words = {
  title: 'Vergleichen',
  whose: 'Wessen Zugriff',
  whoseHint: 'Person, Rolle, Gruppe oder Anwendung',
  nobody: 'Nichts mit diesem Namen',
  from: 'Von',
  to: 'Bis',
  toHint: 'Leer: jetzt',
  lastWeeks: 'Letzte 30 Tage',
  begin: 'Wählen Sie, wessen Zugriff und seit wann',
  beginText:
    'Vergleichen Sie zwei Zeitpunkte: wer Zugriff bekommen oder verloren hat, wessen Zugriff verlängert oder verkürzt wurde, durch welche Freigabe und von wem. Was dazwischen kam und wieder ging, steht hier nicht.',
  none: 'Keine Unterschiede',
  noneText: 'Alle haben zu beiden Zeitpunkten denselben Zugriff.',
  label: 'Was sich geändert hat',
  who: 'Wer',
  what: 'Was sich geändert hat',
  through: 'Wodurch',
  held: 'Freigabe gültig',
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
  extended: {
    role: 'Rolle {role} verlängert',
    permissions: (count) =>
      plural(count, { one: 'Berechtigung verlängert', other: `${formatNumber(count)} Berechtigungen verlängert` }),
  },
  shortened: {
    role: 'Rolle {role} verkürzt',
    permissions: (count) =>
      plural(count, { one: 'Berechtigung verkürzt', other: `${formatNumber(count)} Berechtigungen verkürzt` }),
  },
  withRole: (role) => `Durch die Rolle ${role}`,
  directly: 'Direkt freigegeben',
  group: (name) => `Gruppe ${name}`,
  since: 'seit {time}',
  until: 'bis {time}',
  noEnd: 'ohne Ende',
  was: 'zuvor: bis {time}',
  wasNoEnd: 'zuvor: ohne Ende',
  byItself: { gained: 'Die Freigabe begann wie geplant', lost: 'Die Freigabe endete wie geplant' },
  order: 'Gruppieren nach',
  orders: { holder: 'Person', gives: 'Rolle' },
  change: (no) => `Änderung ${formatNumber(no)}`,
  more: (count) => `und ${formatNumber(count)} weitere`,
  count: (rows) => plural(rows, { one: '1 Unterschied', other: `${formatNumber(rows)} Unterschiede` }),
  page: (rows, range) =>
    `${plural(rows, { one: '1 Unterschied', other: `${formatNumber(rows)} Unterschiede` })} bei Personen und Programmen ${range}`,
  download: 'CSV herunterladen',
  scheduled:
    'Der spätere Zeitpunkt liegt in der Zukunft: Gezeigt wird, was jetzt eingetragen ist und dann gelten wird.',
  csv: [
    'wer',
    'benutzername',
    'anwendung',
    'was sich geändert hat',
    'rolle',
    'berechtigungen',
    'wodurch',
    'gültig seit',
    'gültig bis',
    'zuvor bis',
    'wann',
    'änderung',
    'geändert von',
    'was getan wurde',
    'grund',
  ],
  csvSides: { gained: 'bekommen', lost: 'verloren', extended: 'verlängert', shortened: 'verkürzt' },
};
