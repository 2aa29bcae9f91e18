import { reason } from './reason.ts';
import { inWords, subjects } from './subjects.ts';

/**
 * Reasons for which the schemas of the contract refuse any field, a text or a name. Front ends load these sentences with the schemas; the
 * pages before the console load their German.
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
