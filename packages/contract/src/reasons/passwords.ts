import { reason } from './reason.ts';

/** Reasons for which a new password is refused. The pages before the console load their German. */
export const passwordReasons = {
  field: {
    password_too_short: reason(
      { length: 'count', least: 'count' },
      ({ length, least }, say) =>
        `The password has ${say.count(length)} characters; it needs at least ${say.count(least)}. Several words do well.`,
    ),
    password_too_long: reason(
      { length: 'count', most: 'count' },
      ({ length, most }, say) =>
        `The password has ${say.count(length)} characters; at most ${say.count(most)} are taken.`,
    ),
    password_of_few_characters: reason(
      {},
      () => 'The password is made of fewer than five different characters. Use several words.',
    ),
    password_repeats: reason(
      { unit: 'name' },
      ({ unit }) => `The password repeats “${unit}” over and over. Use different words.`,
    ),
    password_is_a_row: reason(
      {},
      () => 'The password is a row of neighbouring keys, letters or digits. Use several words.',
    ),
    password_of_own_name: reason(
      { of: ['username', 'email', 'name', 'organisation', 'product'] },
      ({ of }) => `Little but ${names[of]} makes up the password; it is one of the first guesses. Add unrelated words.`,
    ),
    password_well_known: reason(
      { word: 'name' },
      ({ word }) =>
        `Little but “${word}”, which everybody knows, makes up the password; it is one of the first guesses. Add unrelated words.`,
    ),
  },
} as const;

const names = {
  username: 'the username',
  email: 'the e-mail address',
  name: 'the name',
  organisation: 'the organisation’s name',
  product: 'the name of this product',
};
