import { reason } from './reason.ts';

const kinds = ['application', 'user', 'group', 'permission', 'role', 'client'] as const;

/** Reasons why a plan, its application or a revert is refused, and why a server cannot accept a change. */
export const planReasons = {
  plan_moved: {
    effects_moved: reason({}, () => 'These changes would now have other effects than the plan showed.'),
    name_reassigned: reason(
      { name: 'name' },
      ({ name }) => `The name ${name} belongs to something else than when the files were read. Plan them again.`,
    ),
  },
  name_moved: {
    name_renamed: reason(
      { kind: kinds, name: 'name', now: 'name', event: 'number' },
      ({ kind, name, now, event }) => `The ${kind} ${name} was renamed to ${now} by change ${event}.`,
    ),
    name_of_another: reason(
      { kind: kinds, name: 'name', now: 'name', event: 'number' },
      ({ kind, name, now, event }) =>
        `The ${kind} ${name} is another one since change ${event}. The one that these files meant is now called ${now}.`,
    ),
    name_of_deleted: reason(
      { kind: kinds, name: 'name', event: 'number' },
      ({ kind, name, event }) =>
        `The ${kind} ${name} is another one since change ${event}. The one that these files meant was deleted.`,
    ),
  },
  forbidden: {
    files_not_changeable: reason(
      {},
      () => 'You may not change anything that files describe, so there is nothing for you to apply.',
    ),
    revert_not_allowed: reason(
      {},
      () => 'You may not make any of the changes that a revert makes. Ask somebody who may make them.',
    ),
    changes_of_others: reason(
      {},
      () => 'You did not make these changes yourself. This needs the permission audit.read of Licet.',
    ),
  },
  not_found: {
    change_set_unknown: reason(
      { event: 'number' },
      ({ event }) => `There is no change set with the number ${event}, or you may not see it.`,
    ),
    reverted_set_unknown: reason(
      { set: 'name' },
      ({ set }) =>
        `There is no change set ${set}. It is named by its last event, whose action is plan.applied, or by the digest of its plan. Revert a single change by its own number, as “event”.`,
    ),
  },
  ends_before_start: {
    period_backwards: reason(
      { from: 'instant', to: 'instant' },
      ({ from, to }, say) =>
        `The period ends before it starts: ${say.instant(from)} is not before ${say.instant(to)}. Name the earlier instant in “from”.`,
    ),
  },
  too_large: {
    differences_too_large: reason(
      {},
      () =>
        'The differences are too many for one answer. Ask about a shorter period, or about one role, user or group.',
    ),
    plan_too_many_steps: reason(
      { most: 'count' },
      ({ most }, say) =>
        `These changes take more than ${say.count(most)} steps, and all other changes would wait for minutes. Plan and apply them in parts.`,
    ),
    revert_of_long_period: reason(
      { most: 'count' },
      ({ most }, say) =>
        `They made more than ${say.count(most)} changes in that time, and no more are planned together. Revert one change after another, or a shorter period.`,
    ),
    plan_takes_minutes: reason(
      {},
      () => 'These changes take minutes, and all other changes would wait for as long. Plan and apply them in parts.',
    ),
    plan_events_too_large: reason(
      {},
      () => 'These changes would write too much into the audit log for one plan. Plan and apply them in parts.',
    ),
    revert_of_large_set: reason(
      { most: 'count' },
      ({ most }, say) =>
        `The change set has more than ${say.count(most)} changes, and no more are planned together. Revert one change after another.`,
    ),
    revert_reads_too_much: reason(
      { megabytes: 'count', most: 'count' },
      ({ megabytes, most }, say) =>
        `These changes touched ${say.count(megabytes)} MB of history, and ${say.count(most)} changes are planned together at most. Revert one change after another, or a shorter period.`,
    ),
    revert_lists_too_much: reason(
      { entries: 'count', most: 'count' },
      ({ entries, most }, say) =>
        `It takes ${say.count(entries)} entries in the lists of roles to revert this, and ${say.count(most)} changes are planned together at most. Revert one change after another, or a shorter period.`,
    ),
    revert_touches_too_much: reason(
      { facts: 'count', most: 'count' },
      ({ facts, most }, say) =>
        `These changes touched ${say.count(facts)} facts, and ${say.count(most)} changes are planned together at most. Revert one change after another, or a shorter period.`,
    ),
    revert_takes_too_much: reason(
      { changes: 'count', most: 'count' },
      ({ changes, most }, say) =>
        `It takes ${say.count(changes)} changes to revert this, and ${say.count(most)} changes are planned together at most. Revert one change after another, or a shorter period.`,
    ),
  },
  invalid_request: {
    nothing_to_plan: reason({}, () => 'There is nothing to plan. Send at least one change.'),
  },
  throttled: {
    own_plans_waiting: reason(
      {},
      () => 'Other plans of yours are still being computed. Wait until they are answered, then send this one again.',
    ),
  },
  busy: {
    plan_overtaken: reason(
      {},
      () => 'Other changes overtook this plan, and the server is computing other plans. Apply it again.',
    ),
    plans_being_computed: reason(
      {},
      () => 'The server is computing other plans already, and none of them was done within a few seconds.',
    ),
    plan_takes_too_long: reason(
      {},
      () => 'The plan takes longer to compute than a statement may take. Plan fewer changes at a time.',
    ),
    large_job_running: reason(
      {},
      () =>
        'This server is working on another import, synchronisation or large plan, and runs one at a time. Try again when it is done.',
    ),
    large_job_next: reason(
      {},
      () =>
        'Another caller is next to run an import, a synchronisation or a large plan on this server. Try again shortly.',
    ),
    changes_waiting: reason({}, () => 'More changes are waiting for their turn than the server can make.'),
    review_being_written: reason({}, () => 'Reminders or decisions of a review are being written. Try again shortly.'),
    long_change_written: reason(
      {},
      () =>
        'A long change is being written, such as an import or a plan of thousands of changes. Your change was not made. Try again in half a minute.',
    ),
  },
  request_timeout: {
    body_too_slow: reason(
      {},
      () =>
        'The request body arrived too slowly, and other imports and plans are waiting. Send it again without pauses.',
    ),
    answer_read_too_slowly: reason(
      {},
      () =>
        'The answer was read too slowly, and other imports and plans are waiting. Ask again, and read it without pauses.',
    ),
  },
  field: {
    id_of_change_taken: reason(
      { change: 'number' },
      ({ change }) => `Change ${change} already has this id. Give each change its own.`,
    ),
    maker_refused: reason(
      { change: 'number' },
      ({ change }) => `Change ${change} would create what this one names, and is refused.`,
    ),
    name_listed_twice: reason({ name: 'name' }, ({ name }) => `The list contains the name ${name} twice.`),
    nothing_to_apply: reason({}, () => 'There is nothing to apply. Name at least one change.'),
    digest_missing: reason({}, () => 'Plan these changes first, and send the digest of the plan.'),
    digest_line_missing: reason(
      {},
      () => 'The first line must have the digest of the plan. Send {"apply": {"digest": …}} first.',
    ),
    apply_line_not_first: reason({}, () => 'Only the first line says how the plan is applied.'),
    only_changes_planned: reason(
      {},
      () => 'A plan takes only changes. Leave out the lines for applying it: “apply” and “names”.',
    ),
    plan_too_many_changes: reason(
      { most: 'count' },
      ({ most }, say) =>
        `A plan takes at most ${say.count(most)} changes and as many names. Divide it into several plans.`,
    ),
    plan_line_too_long: reason({}, () => 'The line is longer than any change.'),
    nothing_to_revert: reason({ event: 'number' }, ({ event }) => `There is no change ${event} to revert.`),
  },
} as const;
