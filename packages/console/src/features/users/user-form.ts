import { newUser, type User } from '@licet/contract';
import type { FormSchema } from '../../ui/form.ts';

/** What is typed about a user. An empty e-mail means none. */
export interface UserValues {
  name: string;
  username: string;
  email: string;
}

/** What is sent: trimmed, without an empty e-mail. */
export interface UserEntry {
  name: string;
  username: string;
  email?: string | null | undefined;
}

/** The contract's schema over what is typed: spaces around a value are taken off, an empty e-mail is none. */
export const userEntry: FormSchema<UserEntry> = {
  safeParse: (input) => newUser.safeParse(isValues(input) ? entryOf(input) : input),
};

/** Nothing typed yet. */
export const noValues: UserValues = { name: '', username: '', email: '' };

/** A user as it stands in the form. */
export function valuesOf(user: User): UserValues {
  return { name: user.name, username: user.username, email: user.email ?? '' };
}

/** The fields in which an entry differs from a user: only they are sent, so that others' changes elsewhere stay. */
export function changesOf(entry: UserEntry, user: User): Partial<UserEntry> {
  const email = entry.email ?? null;
  return {
    ...(entry.name !== user.name && { name: entry.name }),
    ...(entry.username !== user.username && { username: entry.username }),
    ...(email !== user.email && { email }),
  };
}

function entryOf({ name, username, email }: UserValues): UserEntry {
  return { name: name.trim(), username: username.trim(), email: email.trim() === '' ? null : email.trim() };
}

function isValues(input: unknown): input is UserValues {
  return (
    typeof input === 'object' &&
    input !== null &&
    ['name', 'username', 'email'].every((key) => typeof Reflect.get(input, key) === 'string')
  );
}
