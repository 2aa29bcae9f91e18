import type { separationReasons as english, SentencesOf, Writer } from '@licet/contract/reasons';
import { plural } from '../format.ts';

interface Held {
  readonly things: readonly string[];
  readonly applications: readonly string[];
  readonly ways: readonly string[];
}

const together = ({ things, applications, ways }: Held, say: Writer): string =>
  say.names(
    things.map((thing, at) => `${thing} in ${applications[at] ?? ''}${ways[at] ? ` (durch ${ways[at]})` : ''}`),
  );

const others = (more: number, say: Writer): string =>
  more === 0
    ? ''
    : ` ${plural(more, { one: 'Dazu kommt ein weiterer Fund', other: `Dazu kommen ${say.count(more)} weitere Funde` })}.`;

/** German sentences for refused separation rules and exceptions, and for changes that a rule refuses. */
export const separationReasons = {
  separation_violated: {
    would_violate: ({ holder, separation, more, ...what }, say) =>
      `${holder} hätte zugleich, was „${separation}“ trennt: ${together(what, say)}.${others(more, say)}`,
    would_violate_later: ({ holder, separation, from, more, ...what }, say) =>
      `Ab ${say.instant(from)} hätte ${holder} zugleich, was „${separation}“ trennt: ${together(what, say)}.${others(more, say)}`,
    would_violate_unnamed: ({ people, separations, more }, say) => {
      const whom = plural(people, {
        one: 'Eine Person oder ein Programm hätte',
        other: `${say.count(people)} Personen oder Programme hätten`,
      });
      const rules = say.names(separations.map((name) => `„${name}“`));
      const further = plural(more, {
        one: ' sowie eine weitere Regel',
        other: ` sowie ${say.count(more)} weitere Regeln`,
      });
      return `${whom} zugleich, was ${rules}${more === 0 ? '' : further} ${separations.length === 1 ? 'trennt' : 'trennen'}.`;
    },
  },
  forbidden: {
    kept_apart: ({ separation, name }) =>
      `Die Funktionstrennung „${separation}“ nennt ${name}. Nur wer Funktionstrennungen verwaltet, darf es löschen oder umbenennen.`,
  },
  not_found: {
    separation_unknown: ({ id }) => `Eine Funktionstrennung mit der Kennung ${id} gibt es nicht.`,
    exception_unknown: ({ separation, id }) => `„${separation}“ hat keine Ausnahme mit der Kennung ${id}.`,
  },
  invalid_request: {
    separations_full: ({ most }, say) =>
      `Es gibt schon ${say.count(most)} Funktionstrennungen. Mehr sind nicht möglich.`,
  },
  already_exists: {
    exception_exists: ({ holder, separation }) =>
      `${holder} ist von „${separation}“ schon ausgenommen. Beenden Sie zuerst diese Ausnahme.`,
  },
  own_exception: {
    exception_own: ({ separation }) => `Von „${separation}“ kann Sie nur jemand anders ausnehmen.`,
    exception_own_longer: ({ separation }) => `Ihre Ausnahme von „${separation}“ kann nur jemand anders verlängern.`,
  },
  in_the_past: {
    exception_over: () => 'Die Ausnahme wäre schon vorbei. Wählen Sie ein späteres Ende.',
  },
  wrong_state: {
    exception_ended: ({ holder, separation }) => `Die Ausnahme für ${holder} von „${separation}“ ist schon zu Ende.`,
  },
  field: {
    would_hold: ({ holder, separation, ...what }, say) =>
      `${holder} hätte zugleich ${together(what, say)} („${separation}“).`,
    would_hold_later: ({ holder, separation, from, ...what }, say) =>
      `Ab ${say.instant(from)} hätte ${holder} zugleich ${together(what, say)} („${separation}“).`,
    exception_too_long: ({ longest }, say) =>
      `Eine Ausnahme dauert höchstens ${say.seconds(longest)}. Legen Sie dann eine neue an, wenn es sie noch braucht.`,
    exception_for_group: ({ holder }) =>
      `${holder} ist eine Gruppe. Eine Ausnahme gilt für eine Person oder ein Programm.`,
    element_unknown: ({ kind, id }) =>
      `Eine ${kind === 'role' ? 'Rolle' : 'Berechtigung'} mit der Kennung ${id} gibt es nicht.`,
    element_twice: ({ part }) =>
      `Das steht schon in Teil ${part}. Wer den einen Teil hätte, hätte immer auch den anderen.`,
    all_parts_allowed: ({ parts, most }, say) =>
      `Von ${say.count(parts)} Teilen dürfen höchstens ${say.count(most)} zusammen erlaubt sein. Sonst ist nichts getrennt.`,
  },
} satisfies SentencesOf<typeof english>;
