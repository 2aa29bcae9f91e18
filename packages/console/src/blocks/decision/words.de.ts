import { plural } from '../../ui/format.ts';
import type * as English from './words.ts';

export const words: typeof English.words = {
  admin: {
    now: '{who} hat die Rolle admin in {app}; sie erlaubt alles.',
    past: '{who} hatte die Rolle admin in {app}; sie erlaubt alles.',
    future: '{who} wird die Rolle admin in {app} haben; sie erlaubt alles.',
  },
  listed: {
    now: '{who} hat {permission}, {by}.',
    past: '{who} hatte {permission}, {by}.',
    future: '{who} wird {permission} haben, {by}.',
  },
  notListed: {
    now: 'Nichts, was {who} hat, bringt {permission}.',
    past: 'Nichts, was {who} damals hatte, brachte {permission}.',
    future: 'Nichts, was {who} dann haben wird, bringt {permission}.',
  },
  suspended: {
    now: '{who} ist gesperrt. Was auch immer eine gesperrte Person hat, nichts ist erlaubt.',
    past: '{who} war damals gesperrt. Was auch immer eine gesperrte Person hat, nichts ist erlaubt.',
    future: '{who} ist gesperrt. Was auch immer eine gesperrte Person hat, nichts ist erlaubt.',
  },
  unknown:
    '{permission} steht nicht im Katalog von {app}. Prüfen Sie die Schreibweise, oder nehmen Sie den Namen in den Katalog auf.',
  unknownAdmin: '{permission} steht nicht im Katalog von {app}; admin erlaubt es trotzdem.',
  yesUntil: 'Es endet von selbst {at}.',
  noUntil: 'Es ändert sich von selbst {at}, wenn eine Freigabe beginnt.',
  futureNote: 'Wie es heute verzeichnet ist und dann gilt. Bis dahin kann es geändert werden.',
  byRole: (role) => `über die Rolle ${role}`,
  including: (role) => `die ${role} einschließt`,
  throughGroup: (group) => `über die Gruppe ${group}`,
  alone: 'direkt freigegeben',
  otherWays: (count) => plural(count, { one: 'und auf einem weiteren Weg', other: `und auf ${count} weiteren Wegen` }),
};
