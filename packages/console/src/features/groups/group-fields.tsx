import type { ReactNode } from 'react';
import type { Form } from '../../ui/form.ts';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import type { GroupValues } from './group-form.ts';
import { formWords, words } from './words.ts';

/** What the fields are called. */
export const groupLabels = { name: words.name, description: words.description } as const;

/** Name and description. */
export function GroupFields({ form }: { form: Form<GroupValues> }): ReactNode {
  return (
    <>
      <TextField label={words.name} hint={formWords.nameHint} {...form.field('name')} />
      <TextArea label={words.description} optional hint={formWords.descriptionHint} {...form.field('description')} />
    </>
  );
}
