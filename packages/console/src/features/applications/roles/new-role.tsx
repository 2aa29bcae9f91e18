import type { Application } from '@licet/contract';
import { type ReactNode, useId } from 'react';
import { client } from '../../../session/client.ts';
import { Button } from '../../../ui/button.tsx';
import { useForm } from '../../../ui/form.ts';
import { Panel } from '../../../ui/panel.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { useRefresh } from '../queries.ts';
import { useFocusOnOpen } from '../use-focus-on-open.ts';
import { RoleFields, type RoleValues } from './role-fields.tsx';
import { roleForm } from './role-schema.ts';

export interface NewRoleProps {
  application: Application;
  onClose: () => void;
  onMade: (id: string) => void;
}

const EMPTY: RoleValues = { name: '', title: '', permissions: new Map(), includes: [] };

/** Makes a role. */
export function NewRole({ application, onClose, onMade }: NewRoleProps): ReactNode {
  const refresh = useRefresh();
  const toast = useToast();
  const formId = useId();
  const form = useForm(
    {
      schema: roleForm,
      initial: EMPTY,
      submit: async (body) => {
        const made = await client.roles.create({ params: { application: application.id }, body });
        await refresh();
        toast({ text: `The role ${made.name} is made.` });
        onMade(made.id);
      },
    },
    formId,
  );
  useFocusOnOpen(form.fieldId('name'));
  return (
    <Panel
      title="New role"
      onClose={onClose}
      takeFocus={false}
      foot={
        <>
          <Button kind="primary" type="submit" form={formId} pending={form.pending}>
            Make role
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <form id={formId} className="form" noValidate onSubmit={form.onSubmit}>
        <RoleFields application={application} form={form} />
      </form>
    </Panel>
  );
}
