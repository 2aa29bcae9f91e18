import { fieldReasons } from './fields.ts';
import { type KindsIn, type Reason, reason } from './reason.ts';
import type { ReasonWithValues } from './says.ts';

const second = ['permission', 'role'] as const;
const sign = ['comma', 'semicolon'] as const;
const of = ['line', 'entry'] as const;

/** Reasons why a file is not imported. */
export const importFileReasons = {
  import_rejected: {
    file_lines_not_valid: reason(
      { of, count: 'count' },
      ({ of, count }, say) =>
        `${linesOf(of, count, say.count(count))} of the file ${count === 1 ? 'is' : 'are'} not valid.`,
    ),
    file_lines_not_valid_beyond: reason(
      { of, count: 'count', shown: 'count' },
      ({ of, count, shown }, say) =>
        `${linesOf(of, count, say.count(count))} of the file are not valid. The first ${say.count(shown)} are named.`,
    ),
    file_not_lines: reason({}, () => 'The file does not contain a list of lines.'),
    file_not_json: reason({}, () => 'The file is not JSON.'),
    file_not_roles: reason({}, () => 'The file is JSON, but not a list of roles.'),
    file_role_too_large: reason({}, () => 'A role of the file is too large.'),
  },
  too_large: {
    file_too_many_records: reason(
      { most: 'count' },
      ({ most }, say) => `The file has more than ${say.count(most)} records. Import it in parts.`,
    ),
  },
  field: {
    import_no_tab: reason(
      { second },
      ({ second }) => `The line has no tab. Write the user, one tab, and the ${second}.`,
    ),
    import_several_tabs: reason(
      { second },
      ({ second }) => `The line has more than one tab. Write the user, one tab, and the ${second}.`,
    ),
    import_no_separator: reason(
      { second },
      ({ second }) =>
        `The line has no tab, comma or semicolon. Write the user, one of these separators, and the ${second}.`,
    ),
    import_other_separator: reason(
      { sign },
      ({ sign }) => `The line has a tab, but earlier lines have a ${sign}. Use the same separator in every line.`,
    ),
    import_sign_missing: reason(
      { sign, second },
      ({ sign, second }) => `The line has no ${sign}. Write the user, one ${sign}, and the ${second}.`,
    ),
    import_columns: reason(
      { count: 'count', sign, second },
      ({ count, sign, second }, say) =>
        `The line has ${say.count(count)} columns. Write two, the user and the ${second}. Put a name that contains a ${sign} in quotes.`,
    ),
    import_quote_inside: reason(
      {},
      () => 'A name contains a quote. Put the whole name in quotes, and double the inner quotes.',
    ),
    import_quote_open: reason(
      {},
      () => 'A quote is not closed on its line. Close it, or double it if it is part of a name.',
    ),
    import_text_after_quote: reason(
      { sign },
      ({ sign }) => `Text follows a closing quote. Put a ${sign} between them.`,
    ),
    import_line_too_long: reason(
      { most: 'count' },
      ({ most }, say) => `The line is longer than ${say.count(most)} characters. Shorten it.`,
    ),
    import_not_an_array: reason(
      {},
      () => 'The file must contain one array: [{"name": …, "title": …, "permissions": […]}, …].',
    ),
    import_json_malformed: reason(
      {},
      () => 'The JSON ends too early or is malformed here. Check quotes, commas and brackets before this place.',
    ),
    import_role_too_long: reason(
      { most: 'count' },
      ({ most }, say) => `The role that ends at this line or later has more than ${say.count(most)} characters.`,
    ),
    import_not_an_object: reason({}, () => 'This is not an object. Write {"name": …, "permissions": […]}.'),
    import_name_missing: reason({}, () => 'The name is missing. Add "name" with a text.'),
    import_permissions_not_a_list: reason({}, () => '"permissions" is not a list. Write an array of names.'),
    import_admin_role: reason(
      {},
      () => 'The role admin is built in and implies every permission. Remove it from the file.',
    ),
    import_permission_not_a_text: reason({}, () => 'A permission is not a text. Write its name in quotes.'),
  },
} as const;

function linesOf(of: 'line' | 'entry', count: number, written: string): string {
  if (count === 1) return of === 'line' ? 'One line' : 'One entry';
  return `${written} ${of === 'line' ? 'lines' : 'entries'}`;
}

/** The possible faults of a name in an imported file. */
const ofNames = [
  'text_too_long',
  'text_with_control',
  'text_with_invisible',
  'text_without_visible',
  'text_with_outer_space',
  'text_with_half_character',
  'text_with_unread_character',
  'text_mixes_scripts',
  'role_name_like_admin',
  'username_like_admin',
  'username_with_space',
  'username_with_at',
  'username_like_id',
] as const satisfies readonly (keyof typeof fieldReasons.field)[];

type Fields = typeof fieldReasons.field;
type Given = {
  readonly [Name in (typeof ofNames)[number] as `given_${Name}`]: Reason<
    KindsIn<Fields[Name]> & { readonly given: 'name' }
  >;
};

/** The same reasons with the faulty name in the sentence, for lists of faults that are shown without the file. */
export const givenReasons = {
  field: Object.fromEntries(
    ofNames.map((name) => {
      const { values, english } = fieldReasons.field[name] as unknown as Reason;
      return [
        `given_${name}`,
        reason({ ...values, given: 'name' }, (all, say) => `${english(all, say)} It is “${all.given}”.`),
      ];
    }),
  ) as unknown as Given,
} as const;

/** Adds the name to the fault of a name. */
export function withGiven(fault: { readonly detail: string } & Partial<ReasonWithValues>, given: string): typeof fault {
  const detail = `${fault.detail} It is “${given}”.`;
  if (fault.reason === undefined) return { detail };
  return { detail, reason: `given_${fault.reason}`, values: { ...fault.values, given } };
}
