import type { User } from '@licet/contract';

/** What is typed about a user. An empty e-mail means none. */
export interface UserValues {
  name: string;
  username: string;
  email: string;
}

/** Nothing typed yet. */
export const noValues: UserValues = { name: '', username: '', email: '' };

/** A user as it stands in the form. */
export const valuesOf = ({ name, username, email }: User): UserValues => ({ name, username, email: email ?? '' });

/** What is sent: without the spaces around it, and without an empty e-mail. */
export const entryOf = ({ name, username, email }: UserValues) => ({
  name: name.trim(),
  username: username.trim(),
  email: email.trim() === '' ? null : email.trim(),
});
