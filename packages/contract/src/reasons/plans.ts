import { reason } from './reason.ts';

const kinds = ['application', 'user', 'group', 'permission', 'role', 'client'] as const;

/** Reasons why a plan, its application or a revert is refused, and why a server cannot accept a change. */
export const planReasons = {
  plan_moved: {
    effects_moved: reason({}, () => 'The effects of these changes are no longer those that the plan showed.'),
    name_reassigned: reason(
      { name: 'name' },
      ({ name }) =>
        `The name ${name} now refers to another object than when the files were read. Plan the files again.`,
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
        `Since change ${event}, another ${kind} has the name ${name}. The ${kind} that these files refer to is now called ${now}.`,
    ),
    name_of_deleted: reason(
      { kind: kinds, name: 'name', event: 'number' },
      ({ kind, name, event }) =>
        `Since change ${event}, another ${kind} has the name ${name}. The ${kind} that these files refer to was deleted.`,
    ),
  },
  forbidden: {
    files_not_changeable: reason(
      {},
      () => 'You may not change anything that these files describe, so you cannot apply them.',
    ),
    revert_not_allowed: reason(
      {},
      () => 'You may not make any of the changes that this revert needs. Ask somebody who may make them.',
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
        `There is no change set ${set}. Name a change set by its last event, whose action is plan.applied, or by the digest of its plan. To revert a single change, send its number as “event”.`,
    ),
  },
  ends_before_start: {
    period_backwards: reason(
      { from: 'instant', to: 'instant' },
      ({ from, to }, say) =>
        `The period ends before it starts: ${say.instant(from)} is not before ${say.instant(to)}. Use the earlier time as “from”.`,
    ),
  },
  too_large: {
    differences_too_large: reason(
      {},
      () =>
        'There are too many differences for one answer. Ask about a shorter period, or about one role, user or group.',
    ),
    plan_too_many_steps: reason(
      { most: 'count' },
      ({ most }, say) =>
        `These changes take more than ${say.count(most)} steps, and would block all other changes for minutes. Plan and apply them in parts.`,
    ),
    revert_of_long_period: reason(
      { most: 'count' },
      ({ most }, say) =>
        `They made more than ${say.count(most)} changes in that time, too many for one plan. Choose a shorter period, or revert the changes one by one.`,
    ),
    plan_takes_minutes: reason(
      {},
      () => 'These changes take minutes, and would block all other changes meanwhile. Plan and apply them in parts.',
    ),
    plan_events_too_large: reason(
      {},
      () => 'These changes would write too much into the audit log at once. Plan and apply them in parts.',
    ),
    revert_of_large_set: reason(
      { most: 'count' },
      ({ most }, say) =>
        `The change set has more than ${say.count(most)} changes, too many for one plan. Revert the changes one by one.`,
    ),
    revert_reads_too_much: reason(
      { megabytes: 'count', most: 'count' },
      ({ megabytes, most }, say) =>
        `These changes touched ${say.count(megabytes)} MB of history, too much for one plan of at most ${say.count(most)} changes. Choose a shorter period, or revert the changes one by one.`,
    ),
    revert_lists_too_much: reason(
      { entries: 'count', most: 'count' },
      ({ entries, most }, say) =>
        `Reverting this needs ${say.count(entries)} entries in the lists of roles, too many for one plan of at most ${say.count(most)} changes. Choose a shorter period, or revert the changes one by one.`,
    ),
    revert_touches_too_much: reason(
      { facts: 'count', most: 'count' },
      ({ facts, most }, say) =>
        `These changes touched ${say.count(facts)} facts, too many for one plan of at most ${say.count(most)} changes. Choose a shorter period, or revert the changes one by one.`,
    ),
    revert_takes_too_much: reason(
      { changes: 'count', most: 'count' },
      ({ changes, most }, say) =>
        `Reverting this needs ${say.count(changes)} changes, and one plan has at most ${say.count(most)}. Choose a shorter period, or revert the changes one by one.`,
    ),
  },
  invalid_request: {
    nothing_to_plan: reason({}, () => 'There is nothing to plan. Send at least one change.'),
  },
  throttled: {
    own_plans_waiting: reason(
      {},
      () => 'Licet is still computing your other plans. Wait for their answers, then send this plan again.',
    ),
  },
  busy: {
    plan_overtaken: reason(
      {},
      () =>
        'Other changes were made first, so this plan must be computed again, and the server is busy with other plans. Apply it again.',
    ),
    plans_being_computed: reason({}, () => 'The server is busy with other plans.'),
    plan_takes_too_long: reason({}, () => 'Computing the plan takes too long. Plan fewer changes at a time.'),
    large_job_running: reason(
      {},
      () =>
        'This server is working on another import, synchronisation or large plan, and runs one at a time. Try again when it is done.',
    ),
    large_job_next: reason(
      {},
      () => 'Another import, synchronisation or large plan is next on this server. Try again shortly.',
    ),
    changes_waiting: reason({}, () => 'Too many changes are waiting on this server.'),
    review_being_written: reason({}, () => 'Licet is writing reminders or decisions of a review. Try again shortly.'),
    long_change_written: reason(
      {},
      () =>
        'Licet is writing a long change, such as an import or a plan of thousands of changes. Your change was not made. Try again in half a minute.',
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
      ({ change }) =>
        `Change ${change} would create an object that this change needs, and change ${change} is refused.`,
    ),
    name_listed_twice: reason({ name: 'name' }, ({ name }) => `The list contains the name ${name} twice.`),
    nothing_to_apply: reason({}, () => 'There is nothing to apply. Name at least one change.'),
    digest_missing: reason({}, () => 'Plan these changes first, and send the digest of the plan.'),
    digest_line_missing: reason(
      {},
      () => 'The first line must have the digest of the plan. Send {"apply": {"digest": …}} first.',
    ),
    apply_line_not_first: reason({}, () => 'Only the first line may say how the plan is applied.'),
    only_changes_planned: reason(
      {},
      () => 'A plan accepts only changes. Leave out the lines for applying it: “apply” and “names”.',
    ),
    plan_too_many_changes: reason(
      { most: 'count' },
      ({ most }, say) =>
        `A plan accepts at most ${say.count(most)} changes and as many names. Divide it into several plans.`,
    ),
    plan_line_too_long: reason({}, () => 'The line is too long to be a change.'),
    nothing_to_revert: reason({ event: 'number' }, ({ event }) => `There is no change ${event} to revert.`),
  },
} as const;
