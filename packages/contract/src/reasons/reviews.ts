import { reason } from './reason.ts';

/** Reasons why a review, a decision in it or its closing is refused. */
export const reviewReasons = {
  not_found: {
    review_unknown: reason(
      { id: 'name' },
      ({ id }) => `There is no review with the id ${id}, or you have no lines in it.`,
    ),
  },
  wrong_state: {
    review_closed: reason(
      { review: 'name' },
      ({ review }) => `The review “${review}” is closed. Its decisions are final.`,
    ),
    review_closing: reason(
      { review: 'name' },
      ({ review }) => `The review “${review}” is being closed. Its decisions are final.`,
    ),
    review_fields_final: reason(
      { review: 'name' },
      ({ review }) => `The review “${review}” is closed. Only its schedule can still be changed.`,
    ),
    review_series_passed: reason(
      { review: 'name' },
      ({ review }) =>
        `The review “${review}” no longer continues its series: Licet has opened the next review, or the subject was deleted. Change the schedule of the newest review instead.`,
    ),
    review_search_erased: reason(
      { review: 'name' },
      ({ review }) =>
        `The review “${review}” searched for a person who was erased, so it would find nothing. Open a new review instead.`,
    ),
    review_open: reason(
      { review: 'name' },
      ({ review }) => `The review “${review}” is open. Close it first: evidence exists only for closed reviews.`,
    ),
    review_replaced: reason({ grants: 'count' }, ({ grants }, say) =>
      grants === 1
        ? 'An open review is to revoke or shorten a grant that this plan ends, and the plan gives its holder the same access again. Close the review first, or leave the grant as it is.'
        : `Open reviews are to revoke or shorten ${say.count(grants)} grants that this plan ends, and the plan gives their holders the same access again. Close the reviews first, or leave the grants as they are.`,
    ),
  },
  plan_moved: {
    lines_decided: reason(
      { review: 'name' },
      ({ review }) =>
        `Somebody decided lines of the review “${review}” after the plan to close it was made. Check the new plan.`,
    ),
  },
  in_the_past: {
    review_over: reason({}, () => 'The review would end before it begins. Choose a later end.'),
  },
  too_many_lines: {
    review_too_long: reason(
      { review: 'name', most: 'count' },
      ({ review, most }, say) =>
        `“${review}” would have more than ${say.count(most)} lines. Review one role or one group, or narrow the filter.`,
    ),
  },
  may_not_grant: {
    line_needs_administrator: reason(
      { line: 'number' },
      ({ line }) => `Line ${line}: only administrators of Licet may revoke or shorten access to Licet itself.`,
    ),
    line_needs_owner: reason(
      { line: 'number', application: 'application' },
      ({ line, application }, say) =>
        `Line ${line}: only the owners and the grant managers of ${say.application(application)} may revoke or shorten access there.`,
    ),
    line_needs_rules: reason(
      { line: 'number', group: 'name' },
      ({ line, group }) =>
        `Line ${line}: the sign-in rules require a second factor from members of ${group}. Only users who may change these rules may remove a member.`,
    ),
    line_not_yours: reason(
      { line: 'number' },
      ({ line }) => `Line ${line}: you may not revoke or shorten this access.`,
    ),
  },
  last_admin: {
    line_last_admin: reason(
      { line: 'number' },
      ({ line }) => `Line ${line}: no active user would hold the role admin of Licet directly and without end.`,
    ),
  },
  field: {
    review_line_not_closed: reason(
      { line: 'number' },
      ({ line }) => `Closing the review cannot change the access of line ${line}.`,
    ),
    review_line_twice: reason({ line: 'number' }, ({ line }) => `Line ${line} is decided twice.`),
    scope_application_missing: reason({}, () => 'Name the application of that role or permission.'),
    reviewer_not_active: reason(
      { user: 'name', status: ['invited', 'suspended'] },
      ({ user, status }) => `${user} is ${status} and cannot decide now. Name an active user.`,
    ),
    review_line_unknown: reason({}, () => 'The review has no such line.'),
    review_line_own: reason({}, () => 'This is your own access. Another user decides on it.'),
    review_line_not_yours: reason({}, () => 'You are not, or no longer, the reviewer of this line.'),
    review_line_changed: reason({}, () => 'Another user decided on this line after you loaded it.'),
    review_line_decided_so: reason(
      {},
      () =>
        'Another user already made the same decision, so their name and note are kept. Undo it first to decide yourself.',
    ),
    review_line_undecided: reason({}, () => 'This line has no decision yet.'),
    review_line_reviewer_unable: reason(
      {},
      () => 'The user whom you named is not active, or has this access themselves. Name another user.',
    ),
    review_line_endless: reason({}, () => 'A membership has no end. Keep it, or revoke it.'),
    review_line_end_past: reason({}, () => 'The new end is not in the future. Choose a later end.'),
    review_line_end_later: reason({}, () => 'The access already ends before that time. Choose an earlier end.'),
  },
} as const;
