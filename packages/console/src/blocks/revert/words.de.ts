import type { RevertAct } from './act.ts';
import type * as English from './words.ts';

const kinds: Readonly<Record<string, string>> = {
  user: 'Person',
  group: 'Gruppe',
  application: 'Anwendung',
  permission: 'Berechtigung',
  role: 'Rolle',
  client: 'Programm',
  grant: 'Freigabe',
  member: 'Mitglied',
  owner: 'Eigentum',
  settings: 'Einstellungen von',
  policy: 'Regeln der Rolle',
  separation: 'Trennung',
  exception: 'Ausnahme für',
};
const it = (kind: string, name: string) => `${kinds[kind] ?? kind} „${name}“`;

const acts: Readonly<Record<RevertAct, string>> = {
  give: 'Zurückgeben',
  revoke: 'Entziehen',
  remove: 'Entfernen',
  restore: 'Wiederherstellen',
  delete: 'Löschen',
  'let in': 'Wieder zulassen',
  suspend: 'Sperren',
  end: 'Beenden',
  change: 'Wie zuvor',
};

export const words: typeof English.words = {
  revert: 'Zurücknehmen …',
  line: (act, kind, name) => `${acts[act]}: ${it(kind, name)}`,
  whole: (count) => (count === 1 ? '1 Änderung zurücknehmen' : `${count} Änderungen zurücknehmen`),
  nothing: 'Es gibt nichts zurückzunehmen',
  nothingText: 'Es ist schon so wie zuvor.',
  left: 'Nicht zurückgenommen',
  close: 'Schließen',
  lefts: {
    changed_since: ({ kind, name, by, no }) => `${it(kind, name)} bleibt: seither geändert ${by} (Änderung ${no}).`,
    in_use: ({ kind, name, by, no }) =>
      `${it(kind, name)} wird nicht gelöscht: seither in Gebrauch, ${by} (Änderung ${no}).`,
    gone: ({ kind, name, by, no }) =>
      `${it(kind, name)} kommt nicht zurück: Was dazu gehört, wurde ${by} gelöscht (Änderung ${no}).`,
    exists_again: ({ kind, name, by, no }) =>
      `${it(kind, name)} kommt nicht zurück: Das gibt es wieder, ${by} (Änderung ${no}).`,
    over_by_now: ({ kind, name }) => `${it(kind, name)} kommt nicht zurück: Das Ende ist vorbei.`,
    already: ({ kind, name }) => `${it(kind, name)} gibt es schon nicht mehr.`,
    erased: ({ kind, name }) => `${it(kind, name)} wurde unkenntlich gemacht; davon kommt nichts zurück.`,
    secret: ({ kind, name }) =>
      `Geheimnisse und Schlüssel werden nirgends aufgehoben: Legen Sie ein neues an für ${it(kind, name)}.`,
    sign_in: ({ kind, name }) => `Womit ${it(kind, name)} sich anmeldet, bleibt, wie es ist.`,
    own: ({ kind, name }) => `${it(kind, name)} gilt Ihnen selbst: Jemand anders gibt sie zurück.`,
    not_planned: ({ kind, name }) =>
      `Eine Änderung an ${it(kind, name)} wird dort zurückgenommen, wo sie eingestellt wird.`,
    hidden: () => 'Etwas, das Sie nicht sehen dürfen, wird nicht zurückgenommen.',
  },
  by: 'Änderungen dieser Person zurücknehmen …',
  byTitle: (name) => `Änderungen von ${name} zurücknehmen`,
  byText:
    'Das Gegenteil von allem, was in dieser Zeit geändert wurde, kommt in den Entwurf. Dort sehen Sie, was es bewirken würde.',
  from: 'Von',
  to: 'Bis',
  toHint: 'Leer: bis jetzt.',
  fromNeeded: 'Wählen Sie, ab wann.',
  show: 'Plan zeigen',
  cancel: 'Abbrechen',
};
