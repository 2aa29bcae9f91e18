import { fieldReasons } from './fields.ts';
import { type KindsIn, type Reason, reason } from './reason.ts';
import type { Said } from './said.ts';

/** What can be wrong with a name in a file that was read line by line. */
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

/** The same reasons with the name that was given: a reader of many faults does not see the file beside them. */
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

/** A fault of a name, with the name. */
export function withGiven(fault: { readonly detail: string } & Partial<Said>, given: string): typeof fault {
  const detail = `${fault.detail} It is “${given}”.`;
  if (fault.reason === undefined) return { detail };
  return { detail, reason: `given_${fault.reason}`, values: { ...fault.values, given } };
}
