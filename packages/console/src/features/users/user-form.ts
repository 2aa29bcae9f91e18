import type { User } from '@licet/contract';

/** The form values of a user. An empty e-mail or job title means none. */
export interface UserValues {
  name: string;
  username: string;
  email: string;
  jobTitle: string;
}

/** The initial values. */
export const noValues: UserValues = { name: '', username: '', email: '', jobTitle: '' };

/** The form values of a stored user. */
export const valuesOf = ({ name, username, email, jobTitle }: User): UserValues => ({
  name,
  username,
  email: email ?? '',
  jobTitle: jobTitle ?? '',
});

/** The request body: without surrounding spaces, and null for an optional text that is empty. */
export const entryOf = ({ name, username, email, jobTitle }: UserValues) => ({
  name: name.trim(),
  username: username.trim(),
  email: email.trim() || null,
  jobTitle: jobTitle.trim() || null,
});
