import { reason } from './reason.ts';

/** Reasons for which the schemas of the contract refuse a field about access: requests, roles, reviews, separations, access as code. */
export const accessFieldReasons = {
  field: {
    id_form: reason({}, () => 'This is not an id. An id looks like 01a1fd60-b421-70dc-9693-52f823154a01.'),
    instant_form: reason({}, () => 'That is not an instant. It looks like 2026-11-21T17:00:00Z.'),
    instant_range: reason(
      {},
      () => 'That instant is not of the years 1 to 9999, or its offset from UTC is over 14 hours.',
    ),
    day_form: reason({}, () => 'That is not a day. It looks like 2026-03-01.'),
    seconds_not_whole: reason({}, () => 'That is not a whole number of seconds.'),
    request_too_short: reason({ least: 'seconds' }, ({ least }, say) => `Ask for ${say.seconds(least)} at least.`),
    request_too_long: reason({ most: 'seconds' }, ({ most }, say) => `Ask for ${say.seconds(most)} at most.`),
    request_role_or_permission: reason({}, () => 'Ask for either a role or a permission.'),
    request_reason_missing: reason({}, () => 'Say why you need it. The approver reads it.'),
    denial_reason_missing: reason({}, () => 'Say why. The person reads it.'),
    denials_reason_missing: reason({}, () => 'Say why. Each of the people reads it.'),
    comment_missing: reason({}, () => 'Write something. The requester and the approvers read it.'),
    emergency_reason_missing: reason(
      {},
      () => 'Say why it cannot wait. The owners are notified at once, and the reviewer reads it.',
    ),
    finding_missing: reason({}, () => 'Say what you found. The person reads it.'),
    exception_reason_missing: reason({}, () => 'Say why. It stands in every report.'),
    nobody_named: reason({}, () => 'Name at least one user or group.'),
    separation_part_empty: reason({}, () => 'A part names at least one role or permission.'),
    separation_needs_parts: reason({}, () => 'Name at least two parts that are kept apart from each other.'),
    separation_allows_none: reason({}, () => 'A separation always allows one of its parts.'),
    reminder_days_not_whole: reason({}, () => 'Enter a number of days.'),
    reminder_days_negative: reason({}, () => 'Enter a number of days; 0 for no reminders.'),
    reminder_days_too_many: reason({ most: 'count' }, ({ most }, say) => `That is more than ${say.count(most)} days.`),
    checkpoint_too_long: reason({}, () => 'That is too long to be a checkpoint.'),
    checkpoint_missing: reason({}, () => 'Give at least one checkpoint.'),
    digest_form: reason({}, () => 'That is not the digest of a plan.'),
    file_version: reason({}, () => 'The version of the format is missing or not known. Write licet: 1.'),
    file_admin_role: reason({}, () => 'The role admin is built in: only its policy can be said. Leave this out.'),
    file_name_without_application: reason(
      { what: ['program', 'role', 'permission'] },
      ({ what }) => `A ${what} is named with its application, such as ${examples[what]}.`,
    ),
    file_role_or_permission: reason({}, () => 'Say a role or a permission, and only one.'),
    file_grant_gives: reason(
      { said: ['nothing', 'several'] },
      ({ said }) => `Say what is given: a role or a permission${said === 'several' ? ', and only one' : ''}.`,
    ),
    file_grant_to: reason(
      { said: ['nothing', 'several'] },
      ({ said }) =>
        `Say whom it is given to: a user, a group or a program${said === 'several' ? ', and only one' : ''}.`,
    ),
  },
} as const;

const examples = { program: 'ledger/Nightly job', role: 'ledger/clerk', permission: 'ledger/invoices.pay' };
