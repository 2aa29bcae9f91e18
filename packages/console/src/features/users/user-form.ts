import type { User } from '@licet/contract';

/** What is typed about a user. An empty e-mail or job title means none. */
export interface UserValues {
  name: string;
  username: string;
  email: string;
  jobTitle: string;
}

/** Nothing typed yet. */
export const noValues: UserValues = { name: '', username: '', email: '', jobTitle: '' };

/** A user as it stands in the form. */
export const valuesOf = ({ name, username, email, jobTitle }: User): UserValues => ({
  name,
  username,
  email: email ?? '',
  jobTitle: jobTitle ?? '',
});

/** What is sent: without the spaces around it, and null for an optional text that is empty. */
export const entryOf = ({ name, username, email, jobTitle }: UserValues) => ({
  name: name.trim(),
  username: username.trim(),
  email: email.trim() || null,
  jobTitle: jobTitle.trim() || null,
});
