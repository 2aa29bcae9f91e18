import { calls, type Group } from '@licet/contract';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRefresh } from '../../blocks/use-refresh.ts';
import { client } from '../../session/client.ts';
import { type Form, useForm } from '../../ui/form.ts';
import { FormPanel } from '../../ui/form-panel.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { words as groupWords, formWords as words } from './words.ts';

/** Creates a group, then opens its page, where members are added. */
export function NewGroupPanel({ onClose }: { onClose: () => void }): ReactNode {
  const refresh = useRefresh();
  const navigate = useNavigate();
  const form = useForm(
    {
      schema: calls.groups.create.body,
      initial: noValues,
      entry: entryOf,
      keep: 'new-group',
      submit: async (body) => {
        const group = await client.groups.create({ body });
        void refresh();
        showToast({ text: words.created(group.name) });
        await navigate({ to: '/groups/$group', params: { group: group.id } });
      },
    },
    'new-group',
  );
  return (
    <FormPanel
      title={words.title}
      lead={words.lead}
      action={words.create}
      form={form}
      labels={groupLabels}
      onClose={onClose}
    >
      <GroupFields form={form} />
    </FormPanel>
  );
}

/** The labels of the fields. */
export const groupLabels = { name: groupWords.name, description: groupWords.description } as const;

/** The fields for name and description. */
export function GroupFields({ form }: { form: Form<GroupValues> }): ReactNode {
  return (
    <>
      <TextField label={groupWords.name} hint={words.nameHint} {...form.field('name')} />
      <TextArea label={groupWords.description} optional hint={words.descriptionHint} {...form.field('description')} />
    </>
  );
}

/** The values of a group's form. */
interface GroupValues {
  name: string;
  description: string;
}

/** The initial values. */
const noValues: GroupValues = { name: '', description: '' };

/** The form values of a stored group. */
export const valuesOf = ({ name, description }: Group): GroupValues => ({ name, description });

/** The request body, with surrounding spaces removed. */
export const entryOf = ({ name, description }: GroupValues): GroupValues => ({
  name: name.trim(),
  description: description.trim(),
});
