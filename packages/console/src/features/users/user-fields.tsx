import type { User } from '@licet/contract';
import { shownEmail } from '@licet/contract/shown-addresses';
import type { ReactNode } from 'react';
import { Breakable } from '../../blocks/breakable.tsx';
import { VerifiedTag } from '../../blocks/chips.tsx';
import type { Form } from '../../ui/form.ts';
import { proposing } from '../../ui/suggest-username.ts';
import { TextField } from '../../ui/text-field.tsx';
import { newUserWords, words } from './words.ts';

export const userLabels = {
  name: words.name,
  username: words.username,
  email: words.email,
  jobTitle: words.jobTitle,
} as const;

/** The fields of a user. For a new user, a username is suggested from the name. */
export function UserFields({ form, isNew }: { form: Form<UserValues>; isNew?: boolean }): ReactNode {
  const name = form.field('name');
  return (
    <>
      <TextField
        label={words.name}
        hint={newUserWords.nameHint}
        {...(isNew ? proposing(name, form.field('username')) : name)}
      />
      <TextField
        label={words.username}
        hint={newUserWords.usernameHint}
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('username')}
      />
      <TextField
        label={words.email}
        optional
        type="email"
        hint={newUserWords.emailHint}
        spellCheck={false}
        {...form.field('email')}
      />
      <TextField label={words.jobTitle} optional {...form.field('jobTitle')} />
    </>
  );
}

/** The names of a user as read-only facts, except the display name, which is the page's title. */
export function nameFacts(user: User) {
  const { username, email, jobTitle } = user;
  return [
    [words.username, <Text key="username" text={username} />],
    [
      words.email,
      <Text key="email" text={email === null ? words.dash : shownEmail(email)}>
        {email !== null && <span className="block">{verifiedTag(user)}</span>}
      </Text>,
    ],
    ...(jobTitle === null ? [] : [[words.jobTitle, <Text key="jobTitle" text={jobTitle} />] as const]),
  ] as const;
}

const Text = ({ text, children }: { text: string; children?: ReactNode }) => (
  <bdi>
    <Breakable text={text} />
    {children}
  </bdi>
);

export const verifiedTag = ({ emailVerified = false }: User) => <VerifiedTag key="verified" verified={emailVerified} />;

/** The form values of a user. An empty e-mail or job title means none. */
interface UserValues {
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
