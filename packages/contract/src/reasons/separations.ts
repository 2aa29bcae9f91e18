import { reason, type Writer } from './reason.ts';

/**
 * The conflicting access of a holder, as three lists with one entry for each role or permission: its name, its
 * application, and the groups and roles that give it.
 */
const held = { things: 'names', applications: 'names', ways: 'names' } as const;

interface Held {
  readonly things: readonly string[];
  readonly applications: readonly string[];
  readonly ways: readonly string[];
}

const together = ({ things, applications, ways }: Held, say: Writer): string =>
  say.names(things.map((thing, at) => `${thing} in ${applications[at] ?? ''}${ways[at] ? ` (by ${ways[at]})` : ''}`));

const others = (more: number, say: Writer): string =>
  more === 0 ? '' : more === 1 ? ' There is one more violation.' : ` There are ${say.count(more)} more violations.`;

/** Reasons why a separation rule or an exception is refused, and why a rule refuses a change. */
export const separationReasons = {
  separation_violated: {
    would_violate: reason(
      { holder: 'name', separation: 'name', ...held, more: 'count' },
      ({ holder, separation, more, ...what }, say) =>
        `${holder} would hold together what “${separation}” keeps apart: ${together(what, say)}.${others(more, say)}`,
    ),
    would_violate_later: reason(
      { holder: 'name', separation: 'name', ...held, from: 'instant', more: 'count' },
      ({ holder, separation, from, more, ...what }, say) =>
        `From ${say.instant(from)} on, ${holder} would hold together what “${separation}” keeps apart: ${together(what, say)}.${others(more, say)}`,
    ),
    would_violate_unnamed: reason(
      { people: 'count', separations: 'names', more: 'count' },
      ({ people, separations, more }, say) => {
        const whom = people === 1 ? 'One person or program' : `${say.count(people)} people or programs`;
        const rules = say.names(separations.map((name) => `“${name}”`));
        const further = more === 0 ? '' : `, and ${say.count(more)} more,`;
        return `${whom} would hold together what ${rules}${further} keep${separations.length === 1 ? 's' : ''} apart.`;
      },
    ),
  },
  forbidden: {
    kept_apart: reason(
      { separation: 'name', name: 'name' },
      ({ separation, name }) =>
        `The separation rule “${separation}” is about ${name}. Only users who may edit separation rules may delete or rename it.`,
    ),
  },
  not_found: {
    separation_unknown: reason({ id: 'name' }, ({ id }) => `There is no separation rule with the id ${id}.`),
    exception_unknown: reason(
      { separation: 'name', id: 'name' },
      ({ separation, id }) => `“${separation}” has no exception with the id ${id}.`,
    ),
  },
  invalid_request: {
    separations_full: reason(
      { most: 'count' },
      ({ most }, say) => `There are already ${say.count(most)} separation rules, and there can be no more.`,
    ),
  },
  already_exists: {
    exception_exists: reason(
      { holder: 'name', separation: 'name' },
      ({ holder, separation }) => `${holder} already has an exception from “${separation}”. End it first.`,
    ),
  },
  own_exception: {
    exception_own: reason(
      { separation: 'name' },
      ({ separation }) => `You cannot give yourself an exception from “${separation}”.`,
    ),
    exception_own_longer: reason(
      { separation: 'name' },
      ({ separation }) => `You cannot extend your own exception from “${separation}”.`,
    ),
  },
  in_the_past: {
    exception_over: reason({}, () => 'The exception would already be over. Choose a later end.'),
  },
  wrong_state: {
    exception_ended: reason(
      { holder: 'name', separation: 'name' },
      ({ holder, separation }) => `The exception of ${holder} from “${separation}” has already ended.`,
    ),
  },
  field: {
    would_hold: reason(
      { holder: 'name', separation: 'name', ...held },
      ({ holder, separation, ...what }, say) => `${holder} would hold ${together(what, say)} (“${separation}”).`,
    ),
    would_hold_later: reason(
      { holder: 'name', separation: 'name', ...held, from: 'instant' },
      ({ holder, separation, from, ...what }, say) =>
        `From ${say.instant(from)} on, ${holder} would hold ${together(what, say)} (“${separation}”).`,
    ),
    exception_too_long: reason(
      { longest: 'seconds' },
      ({ longest }, say) =>
        `An exception can last ${say.seconds(longest)} at most. If it is still needed after that, add a new one.`,
    ),
    exception_for_group: reason(
      { holder: 'name' },
      ({ holder }) => `${holder} is a group. An exception is for one user or one program.`,
    ),
    element_unknown: reason(
      { kind: ['role', 'permission'], id: 'name' },
      ({ kind, id }) => `There is no ${kind} with the id ${id}.`,
    ),
    element_twice: reason(
      { part: 'number' },
      ({ part }) => `Part ${part} already contains it, so a holder of one part would always hold the other part too.`,
    ),
    all_parts_allowed: reason(
      { parts: 'count', most: 'count' },
      ({ parts, most }, say) =>
        `Allow at most ${say.count(most)} of the ${say.count(parts)} parts. Otherwise the rule keeps nothing apart.`,
    ),
  },
} as const;
