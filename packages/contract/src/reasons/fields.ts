import { reason } from './reason.ts';
import { inWords, subjects } from './users.ts';

/**
 * Reasons why the contract's schemas refuse a field, a text or a name. Front ends load these sentences with the
 * schemas. The sign-in pages load the German sentences.
 */
export const fieldReasons = {
  invalid_request: {
    fields_refused: reason({ count: 'count' }, ({ count }, say) => `${say.count(count)} fields are not valid.`),
    if_match_form: reason({}, () => 'If-Match must be one entity tag exactly as this server sent it, such as "42".'),
  },
  name_reserved: {
    names_refused: reason(
      { count: 'count' },
      ({ count }, say) => `${say.count(count)} fields are not valid. One of them is a reserved name.`,
    ),
  },
  field: {
    field_missing: reason({}, () => 'This field is missing.'),
    field_unknown: reason({}, () => 'This call does not know this field. Leave it out.'),
    field_empty: reason({}, () => 'This field is empty. Enter at least one character.'),
    field_type: reason(
      { expected: ['text', 'number', 'whole_number', 'true_or_false', 'list', 'object', 'other'] },
      ({ expected }) => `This field has a value of the wrong type. ${types[expected]}`,
    ),
    value_not_valid: reason({}, () => 'This value is not valid.'),
    value_of_no_form: reason({}, () => 'This value has none of the formats that this field accepts.'),
    value_not_one_of: reason(
      { choices: 'names' },
      ({ choices }, say) => `Use one of these values: ${say.names(choices)}.`,
    ),
    text_form: reason({}, () => 'This text does not have the format of this field.'),
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
      ({ least }, say) => `This list has fewer than ${say.count(least)} entries. Add more.`,
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
      ({ what }) => `${inWords[what]} contains control or invisible characters. Remove them.`,
    ),
    text_with_control_alone: reason(
      { what: subjects },
      ({ what }) => `${inWords[what]} contains control characters. Remove them.`,
    ),
    text_with_invisible: reason(
      { what: subjects },
      ({ what }) => `${inWords[what]} contains invisible characters. Remove them.`,
    ),
    text_without_visible: reason(
      { what: subjects },
      ({ what }) => `${inWords[what]} contains no visible character. Enter at least one.`,
    ),
    text_with_outer_space: reason(
      { what: subjects },
      ({ what }) => `${inWords[what]} begins or ends with a space. Remove it.`,
    ),
    text_with_half_character: reason(
      { what: subjects },
      ({ what }) => `${inWords[what]} contains an incomplete character. Type it again.`,
    ),
    text_with_unread_character: reason(
      { what: subjects },
      ({ what }) =>
        `${inWords[what]} contains a character that could not be read. Type it again, or save the file as UTF-8.`,
    ),
    text_mixes_scripts_in_a_word: reason(
      { what: subjects },
      ({ what }) =>
        `${inWords[what]} mixes letters of several alphabets in one word, which can be mistaken for one another. Use one alphabet.`,
    ),
    text_mixes_scripts: reason(
      { what: subjects },
      ({ what }) =>
        `${inWords[what]} mixes letters of several alphabets, which can be mistaken for one another. Use one alphabet.`,
    ),
    name_like_erased: reason(
      { what: subjects },
      ({ what }) => `${inWords[what]} could be mistaken for the name of an erased person. Choose another name.`,
    ),
    role_name_like_admin: reason(
      {},
      () => 'The role name could be mistaken for “admin”, which implies every permission. Choose another name.',
    ),
    username_like_admin: reason({}, () => 'The username could be mistaken for “admin”. Choose another.'),
    username_with_space: reason({}, () => 'The username contains a space. Remove it.'),
    username_with_at: reason({}, () => 'The username contains an @. Enter e-mail addresses in the field “E-mail”.'),
    username_like_id: reason({}, () => 'The username has the form of an id. Choose another.'),
    application_id_form: reason(
      {},
      () =>
        'An identifier has 1 to 63 lower-case letters, digits and hyphens. It begins with a letter and does not end with a hyphen.',
    ),
    email_form: reason({}, () => 'This is not an e-mail address. Enter one such as name@example.org.'),
    domain_form: reason({}, () => 'This is not the domain of an e-mail address. Enter one such as example.org.'),
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
  text: 'It must be a text.',
  number: 'It must be a number.',
  whole_number: 'It must be a whole number.',
  true_or_false: 'It must be true or false.',
  list: 'It must be a list.',
  object: 'It must be an object.',
  other: 'The API reference names the right type.',
};

/**
 * Reasons why the contract's schemas refuse a field about access: requests, roles, reviews, separation rules, access
 * as code.
 */
export const accessFieldReasons = {
  field: {
    id_form: reason({}, () => 'This is not an id. An id looks like 01a1fd60-b421-70dc-9693-52f823154a01.'),
    instant_form: reason({}, () => 'This is not a valid time. Write one such as 2026-11-21T17:00:00Z.'),
    instant_range: reason(
      {},
      () => 'This time is outside the years 1 to 9999, or its offset from UTC is over 14 hours.',
    ),
    day_form: reason({}, () => 'This is not a valid date. Write one such as 2026-03-01.'),
    seconds_not_whole: reason({}, () => 'This is not a whole number of seconds.'),
    request_too_short: reason({ least: 'seconds' }, ({ least }, say) => `Request at least ${say.seconds(least)}.`),
    request_too_long: reason({ most: 'seconds' }, ({ most }, say) => `Request at most ${say.seconds(most)}.`),
    request_role_or_permission: reason({}, () => 'Request either a role or a permission.'),
    request_reason_missing: reason({}, () => 'Say why you need it. The approver reads it.'),
    denial_reason_missing: reason({}, () => 'Enter a reason. The person reads it.'),
    denials_reason_missing: reason({}, () => 'Enter a reason. Each requester reads it.'),
    comment_missing: reason({}, () => 'Write something. The requester and the approvers read it.'),
    emergency_reason_missing: reason(
      {},
      () => 'Say why it cannot wait. The owners are notified at once, and the reviewer reads it.',
    ),
    finding_missing: reason({}, () => 'Say what you found. The person reads it.'),
    exception_reason_missing: reason({}, () => 'Enter a reason. It appears in every report.'),
    nobody_named: reason({}, () => 'Name at least one user or group.'),
    separation_part_empty: reason({}, () => 'Each part needs at least one role or permission.'),
    separation_needs_parts: reason({}, () => 'Name at least two parts that the rule keeps apart.'),
    separation_allows_none: reason({}, () => 'A separation rule must allow at least one of its parts.'),
    reminder_days_not_whole: reason({}, () => 'Enter a number of days.'),
    reminder_days_negative: reason({}, () => 'Enter a number of days, or 0 for no reminders.'),
    reminder_days_too_many: reason({ most: 'count' }, ({ most }, say) => `That is more than ${say.count(most)} days.`),
    checkpoint_too_long: reason({}, () => 'This is too long to be a checkpoint.'),
    checkpoint_missing: reason({}, () => 'Send at least one checkpoint.'),
    digest_form: reason({}, () => 'This is not the digest of a plan.'),
    file_version: reason({}, () => 'The version of the format is missing or unknown. Write licet: 1.'),
    file_admin_role: reason({}, () => 'The role admin is built in: a file can set only its policy. Leave this out.'),
    file_name_without_application: reason(
      { what: ['program', 'role', 'permission'] },
      ({ what }) => `Write the application before the name of the ${what}, such as ${examples[what]}.`,
    ),
    file_role_or_permission: reason({}, () => 'Name either a role or a permission, not both.'),
    file_grant_gives: reason(
      { said: ['nothing', 'several'] },
      ({ said }) => `Name what the grant gives: a role or a permission${said === 'several' ? ', and only one' : ''}.`,
    ),
    file_grant_to: reason(
      { said: ['nothing', 'several'] },
      ({ said }) =>
        `Name who receives the grant: a user, a group or a program${said === 'several' ? ', and only one' : ''}.`,
    ),
  },
} as const;

const examples = { program: 'ledger/Nightly job', role: 'ledger/clerk', permission: 'ledger/invoices.pay' };

/** Reasons why the contract's schemas refuse a field about signing in, directories, mail or appearance. */
export const signInFieldReasons = {
  field: {
    ways_missing: reason({}, () => 'Choose at least one way to sign in. Without any, no user can sign in.'),
    way_twice: reason({}, () => 'The list names a way to sign in twice.'),
    domain_twice: reason({}, () => 'The list contains a domain twice.'),
    demand_twice: reason({}, () => 'The list contains a role or a group twice.'),
    issuer_form: reason({}, () => 'Write the whole address, such as https://sso.example.org, without “?” and “#”.'),
    scope_form: reason({}, () => 'A scope is one word, without spaces.'),
    attribute_form: reason({}, () => 'This is not the name of an attribute. Names look like uid or sAMAccountName.'),
    directory_address_form: reason(
      {},
      () => 'The address looks like ldaps://ldap.example.org, followed by the port if it is not the usual one.',
    ),
    certificate_form: reason(
      {},
      () => 'This is not a certificate in PEM. A certificate begins with -----BEGIN CERTIFICATE-----.',
    ),
    minutes_not_whole: reason({}, () => 'This is not a whole number of minutes.'),
    synchronised_too_often: reason(
      { least: 'seconds' },
      ({ least }, say) => `Choose an interval of at least ${say.seconds(least)}.`,
    ),
    synchronised_too_rarely: reason(
      { most: 'seconds' },
      ({ most }, say) => `Choose an interval of at most ${say.seconds(most)}.`,
    ),
    mail_server_form: reason({}, () => 'This is not the name of a mail server. Enter one such as smtp.example.org.'),
    port_form: reason({}, () => 'The port must be a number from 1 to 65535, usually 465 or 587.'),
    webhook_form: reason({}, () => 'Enter an address such as https://mailer.example.org/licet.'),
    webhook_too_long: reason({}, () => 'The address is too long.'),
    webhook_secret_too_short: reason(
      { least: 'count' },
      ({ least }, say) => `The secret needs at least ${say.count(least)} characters. Let a program generate it.`,
    ),
    colour_form: reason({}, () => 'This is not a colour. Enter one such as #1f4fd8.'),
    colour_unreadable: reason(
      { ground: ['light', 'dark'], colour: 'name', contrast: 'name', needed: 'name', nearest: 'name' },
      ({ ground, colour, contrast, needed, nearest }) =>
        `On a ${ground} background, ${colour} has a contrast of ${contrast}, but text needs ${needed}. The nearest readable colour is ${nearest}.`,
    ),
    picture_too_large: reason(
      { most: 'count' },
      ({ most }, say) => `The image is larger than ${say.count(most)} kB. Make it smaller.`,
    ),
    picture_not_base64: reason({}, () => 'The image is not encoded in Base64.'),
  },
} as const;
