import { reason } from './reason.ts';
import { inWords, subjects } from './users.ts';

/**
 * Reasons why the contract's schemas refuse a field, a text or a name. Front ends load these sentences with the
 * schemas. The sign-in pages load the German sentences.
 */
export const fieldReasons = {
  invalid_request: {
    fields_refused: reason({ count: 'count' }, ({ count }, say) => `${say.count(count)} fields are not valid.`),
    if_match_form: reason({}, () => 'If-Match must be one entity tag as this server gave it, such as "42".'),
  },
  name_reserved: {
    names_refused: reason(
      { count: 'count' },
      ({ count }, say) => `${say.count(count)} fields are not valid. One of them is a reserved name.`,
    ),
  },
  field: {
    field_missing: reason({}, () => 'This field is missing.'),
    field_unknown: reason({}, () => 'This field is not known here. Leave it out.'),
    field_empty: reason({}, () => 'This field is empty. Enter at least one character.'),
    field_type: reason(
      { expected: ['text', 'number', 'whole_number', 'true_or_false', 'list', 'object', 'other'] },
      ({ expected }) => `This field has a value of the wrong type. ${types[expected]}`,
    ),
    value_not_valid: reason({}, () => 'This value is not valid.'),
    value_of_no_form: reason({}, () => 'This value has none of the forms that this field takes.'),
    value_not_one_of: reason(
      { choices: 'names' },
      ({ choices }, say) => `Use one of these values: ${say.names(choices)}.`,
    ),
    text_form: reason({}, () => 'This text does not have the form that this field takes.'),
    text_not_base64: reason({}, () => 'This text is not valid Base64.'),
    text_longer: reason(
      { most: 'count' },
      ({ most }, say) => `This text is longer than ${say.count(most)} characters. Shorten it.`,
    ),
    text_shorter: reason(
      { least: 'count' },
      ({ least }, say) => `This text is shorter than ${say.count(least)} characters. Make it longer.`,
    ),
    number_too_large: reason({ most: 'count' }, ({ most }, say) => `This number is greater than ${say.count(most)}.`),
    number_too_small: reason({ least: 'count' }, ({ least }, say) => `This number is less than ${say.count(least)}.`),
    list_too_long: reason(
      { most: 'count' },
      ({ most }, say) => `This list has more than ${say.count(most)} entries. Shorten it.`,
    ),
    list_too_short: reason(
      { least: 'count' },
      ({ least }, say) => `This list has fewer than ${say.count(least)} entries. Add the others.`,
    ),
    list_empty: reason({}, () => 'This list is empty. Add at least one entry.'),
    text_missing: reason(
      { what: subjects },
      ({ what }) => `${inWords[what]} is missing. Enter at least one character.`,
    ),
    text_too_long: reason(
      { what: subjects, most: 'count' },
      ({ what, most }, say) => `${inWords[what]} is longer than ${say.count(most)} characters. Shorten it.`,
    ),
    text_with_control: reason(
      { what: subjects },
      ({ what }) => `${inWords[what]} holds control or invisible characters. Remove them.`,
    ),
    text_with_control_alone: reason(
      { what: subjects },
      ({ what }) => `${inWords[what]} holds control characters. Remove them.`,
    ),
    text_with_invisible: reason(
      { what: subjects },
      ({ what }) => `${inWords[what]} holds invisible characters. Remove them.`,
    ),
    text_without_visible: reason(
      { what: subjects },
      ({ what }) => `${inWords[what]} holds nothing that can be seen. Enter at least one character.`,
    ),
    text_with_outer_space: reason(
      { what: subjects },
      ({ what }) => `${inWords[what]} begins or ends with a space. Remove it.`,
    ),
    text_with_half_character: reason(
      { what: subjects },
      ({ what }) => `${inWords[what]} holds half a character. Type it again.`,
    ),
    text_with_unread_character: reason(
      { what: subjects },
      ({ what }) =>
        `${inWords[what]} holds a character that could not be read. Type it again, or save the file as UTF-8.`,
    ),
    text_mixes_scripts_in_a_word: reason(
      { what: subjects },
      ({ what }) =>
        `${inWords[what]} mixes letters of several scripts in a word, so that one may stand for another. Use those of one.`,
    ),
    text_mixes_scripts: reason(
      { what: subjects },
      ({ what }) =>
        `${inWords[what]} mixes letters of several scripts, so that one may stand for another. Use those of one.`,
    ),
    name_like_erased: reason(
      { what: subjects },
      ({ what }) => `${inWords[what]} could be mistaken for the name of an erased person. Choose another name.`,
    ),
    role_name_like_admin: reason(
      {},
      () => 'The role name could be taken for “admin”, which implies every permission. Choose another.',
    ),
    username_like_admin: reason({}, () => 'The username could be taken for “admin”. Choose another.'),
    username_with_space: reason({}, () => 'The username holds a space. Remove it.'),
    username_with_at: reason({}, () => 'The username holds an @. Put the address into “E-mail”.'),
    username_like_id: reason({}, () => 'The username has the form of an id. Choose another.'),
    application_id_form: reason(
      {},
      () =>
        'The identifier is 1 to 63 lower-case letters, digits and hyphens, begins with a letter and does not end with a hyphen.',
    ),
    email_form: reason({}, () => 'That is not an e-mail address. It looks like name@example.org.'),
    domain_form: reason({}, () => 'That is not the domain of an e-mail address. It looks like example.org.'),
    domain_too_long: reason(
      { most: 'count' },
      ({ most }, say) => `A domain has at most ${say.count(most)} characters.`,
    ),
    code_missing: reason({}, () => 'Enter the code.'),
    code_too_long: reason({}, () => 'That is too long to be a code.'),
    setup_code_missing: reason({}, () => 'The code is missing. Copy it from the server’s output.'),
    login_missing: reason({}, () => 'Enter your e-mail address or username.'),
  },
} as const;

const types = {
  text: 'It takes a text.',
  number: 'It takes a number.',
  whole_number: 'It takes a whole number.',
  true_or_false: 'It takes true or false.',
  list: 'It takes a list.',
  object: 'It takes an object.',
  other: 'See the API reference for the type that it takes.',
};

/**
 * Reasons why the contract's schemas refuse a field about access: requests, roles, reviews, separation rules, access
 * as code.
 */
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

/** Reasons why the contract's schemas refuse a field about signing in, directories, mail or appearance. */
export const signInFieldReasons = {
  field: {
    ways_missing: reason({}, () => 'Without a way to sign in, no user can sign in. Choose at least one.'),
    way_twice: reason({}, () => 'A way is named twice.'),
    domain_twice: reason({}, () => 'A domain is named twice.'),
    demand_twice: reason({}, () => 'A role or group is named twice.'),
    issuer_form: reason({}, () => 'Write the whole address, such as https://sso.example.org, without “?” and “#”.'),
    scope_form: reason({}, () => 'A scope is one word.'),
    attribute_form: reason({}, () => 'That is not the name of an attribute. It looks like uid or sAMAccountName.'),
    directory_address_form: reason(
      {},
      () => 'The address looks like ldaps://ldap.example.org, followed by the port if it is not the usual one.',
    ),
    certificate_form: reason({}, () => 'That is not a certificate in PEM. It begins with -----BEGIN CERTIFICATE-----.'),
    minutes_not_whole: reason({}, () => 'That is not a whole number of minutes.'),
    synchronised_too_often: reason(
      { least: 'seconds' },
      ({ least }, say) => `A directory is read every ${say.seconds(least)} at most.`,
    ),
    synchronised_too_rarely: reason(
      { most: 'seconds' },
      ({ most }, say) => `A directory is read every ${say.seconds(most)} at least.`,
    ),
    mail_server_form: reason({}, () => 'That is not the name of a mail server. It looks like smtp.example.org.'),
    port_form: reason({}, () => 'The port is a number from 1 to 65535, mostly 465 or 587.'),
    webhook_form: reason({}, () => 'The address looks like https://mailer.example.org/licet.'),
    webhook_too_long: reason({}, () => 'The address is too long.'),
    webhook_secret_too_short: reason(
      { least: 'count' },
      ({ least }, say) => `A secret has at least ${say.count(least)} characters. Let a program generate one.`,
    ),
    colour_form: reason({}, () => 'That is not a colour. It looks like #1f4fd8.'),
    colour_unreadable: reason(
      { ground: ['light', 'dark'], colour: 'name', contrast: 'name', needed: 'name', nearest: 'name' },
      ({ ground, colour, contrast, needed, nearest }) =>
        `On ${ground} grounds ${colour} has a contrast of ${contrast}, and letters need ${needed}. The nearest that has it is ${nearest}.`,
    ),
    picture_too_large: reason(
      { most: 'count' },
      ({ most }, say) => `The picture has more than ${say.count(most)} kB. Make it smaller.`,
    ),
    picture_not_base64: reason({}, () => 'The picture is not written in Base64.'),
  },
} as const;
