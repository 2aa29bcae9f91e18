import type { ReactNode } from 'react';
import type { Form } from '../../ui/form.ts';
import { TextField } from '../../ui/text-field.tsx';
import type { UserValues } from './user-form.ts';
import { newUserWords, words } from './words.ts';

/** What the fields are called. */
export const userLabels = { name: words.name, username: words.username, email: words.email } as const;

/** Name, username, e-mail. */
export function UserFields({ form }: { form: Form<UserValues> }): ReactNode {
  return (
    <>
      <TextField label={words.name} hint={newUserWords.nameHint} {...form.field('name')} />
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
