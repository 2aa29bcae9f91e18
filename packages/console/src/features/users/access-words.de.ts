import { plural } from '../../ui/format.ts';
import type * as English from './access-words.ts';

/** The words of what a user may do. */
export const accessWords: typeof English.accessWords = {
  search: 'Berechtigung oder ihr Titel',
  permission: 'Berechtigung',
  comesBy: 'Kommt über',
  ends: 'Endet',
  permitted: 'Erlaubt: ',
  moreWays: (count) => plural(count, { one: 'und ein weiterer Weg', other: `und ${count} weitere Wege` }),
  table: (application) => `Berechtigungen in ${application}`,
  permissions: (count) => (count === '1' ? '1 Berechtigung' : `${count} Berechtigungen`),
  matching: (count, all) => `${count} von ${all} Berechtigungen`,
  token: (used, budget) => `Token ${used} von ${budget} kB`,
  tooLarge: (used) => `${used} kB, über einen Verweis geholt`,
  tooLargeNote: (used, budget) =>
    `Das Token hätte ${used} kB, mehr als die ${budget} kB, die Server annehmen. Es trägt einen Verweis, und die Anwendung holt die Berechtigungen von Licet.`,
  nearLimit: (used, budget) =>
    `Das Token hat ${used} von ${budget} kB. Darüber trägt es einen Verweis anstelle der Berechtigungen.`,
  rolesTitle: 'Rollen im Token',
  adminTitle: 'Hat admin: alles ist erlaubt',
  adminText: (application) =>
    `Jede Berechtigung von ${application} ist erlaubt, auch die, die erst später dazukommen. Aufgeführt ist, was ausdrücklich freigegeben ist, so wie es das Token trägt.`,
  admin: 'admin, alles',
  shown: (shown, total) => `${shown} von ${total}`,
  noneMatch: 'Keine der Berechtigungen hier passt.',
  onlyRoles: 'Keine Berechtigungen, nur die Rollen oben.',
  empty: 'Kein Zugriff',
  emptyText: (name) => `${name} hat keine Rolle und keine Berechtigung, weder direkt noch über eine Gruppe.`,
  emptySuspended:
    'Solange die Person gesperrt ist, ist nichts erlaubt. Was für sie eingetragen ist, steht unter Freigaben.',
  open: (application) => `Zeigen, was die Person in ${application} darf`,
  openApplication: (application) => `${application} öffnen`,
};
