import type { ReactNode } from 'react';
import type { Form } from '../../ui/form.ts';
import { proposing } from '../../ui/suggest-username.ts';
import { TextField } from '../../ui/text-field.tsx';
import type { UserValues } from './user-form.ts';
import { newUserWords, words } from './words.ts';

/** What the fields are called. */
export const userLabels = { name: words.name, username: words.username, email: words.email } as const;

/** Name, username, e-mail. Of somebody new the username is proposed from the name. */
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
    </>
  );
}
