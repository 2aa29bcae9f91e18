import type { Application } from '@licet/contract';
import type { ReactNode } from 'react';
import { useRefresh } from '../../../blocks/use-refresh.ts';
import { client } from '../../../session/client.ts';
import { useForm } from '../../../ui/form.ts';
import { FormPanel } from '../../../ui/form-panel.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { RoleFields, roleLabels } from './role-fields.tsx';
import { noRole, roleBody, roleSchema } from './role-form.ts';
import { formWords, words } from './words.ts';

export interface NewRoleProps {
  application: Application;
  onClose: () => void;
  onMade: (id: string) => void;
}

/** Makes a role. */
export function NewRole({ application, onClose, onMade }: NewRoleProps): ReactNode {
  const refresh = useRefresh();
  const form = useForm(
    {
      schema: roleSchema,
      initial: noRole,
      entry: roleBody,
      keep: `role in ${application.id}`,
      submit: async (body) => {
        const made = await client.roles.create({ params: { application: application.id }, body });
        await refresh();
        showToast({ text: formWords.made(made.name) });
        onMade(made.id);
      },
    },
    'role',
  );
  return (
    <FormPanel title={words.newRole} action={formWords.make} form={form} labels={roleLabels} onClose={onClose}>
      <RoleFields application={application} form={form} />
    </FormPanel>
  );
}
