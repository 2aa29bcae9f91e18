import { calls } from '@licet/contract';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRefresh } from '../../blocks/use-refresh.ts';
import { client } from '../../session/client.ts';
import { useForm } from '../../ui/form.ts';
import { FormPanel } from '../../ui/form-panel.tsx';
import { showToast } from '../../ui/toast.tsx';
import { GroupFields, groupLabels } from './group-fields.tsx';
import { entryOf, noValues } from './group-form.ts';
import { formWords as words } from './words.ts';

/** Makes a group, then opens its page, where members are added. */
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
