import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { useForm } from '../../ui/form.ts';
import { FormErrors } from '../../ui/form-errors.tsx';
import { Panel } from '../../ui/panel.tsx';
import { showToast } from '../../ui/toast.tsx';
import { GroupFields, groupLabels } from './group-fields.tsx';
import { groupEntry, noValues } from './group-form.ts';
import { formWords, words } from './words.ts';

const FORM = 'new-group';

/** Makes a group, then opens its page, where members are added. */
export function NewGroupPanel({ onClose }: { onClose: () => void }): ReactNode {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useForm(
    {
      schema: groupEntry,
      initial: noValues,
      submit: async (body) => {
        const group = await client.groups.create({ body });
        void queryClient.invalidateQueries();
        showToast({ text: formWords.created(group.name) });
        await navigate({ to: '/groups/$group', params: { group: group.id } });
      },
    },
    FORM,
  );
  return (
    <Panel
      title={formWords.title}
      lead={formWords.lead}
      onClose={onClose}
      takeFocus={false}
      foot={
        <>
          <Button kind="primary" type="submit" form={FORM} pending={form.pending}>
            {formWords.create}
          </Button>
          <Button onClick={onClose}>{words.cancel}</Button>
        </>
      }
    >
      <form id={FORM} className="form" noValidate onSubmit={form.onSubmit}>
        <FormErrors form={form} labels={groupLabels} />
        <GroupFields form={form} autoFocus />
      </form>
    </Panel>
  );
}
