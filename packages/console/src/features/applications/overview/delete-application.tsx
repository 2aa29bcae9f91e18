import type { Application } from '@licet/contract';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { client } from '../../../session/client.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Effects } from '../../../ui/effects.tsx';
import { useForm } from '../../../ui/form.ts';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { counted } from '../counts.ts';
import { useRefresh } from '../queries.ts';
import { orRefresh } from '../use-conflict.ts';

/** Says what goes, and asks for the identifier before it does. */
export function DeleteApplication({
  application,
  onClose,
}: {
  application: Application;
  onClose: () => void;
}): ReactNode {
  const refresh = useRefresh();
  const toast = useToast();
  const navigate = useNavigate();
  const formId = useId();
  const form = useForm({
    schema: identifierOf(application),
    initial: { identifier: '' },
    submit: async () => {
      await orRefresh(refresh, () =>
        client.applications.remove({ params: { application: application.id }, ifMatch: application.version }),
      );
      toast({ text: `${application.name} is deleted.` });
      await navigate({ to: '/applications' });
      await refresh();
    },
  });
  const { permissions, roles, grants, clients } = application;
  const going = [
    permissions > 0 ? counted(permissions, 'permission') : '',
    roles > 0 ? counted(roles, 'role') : '',
    grants > 0 ? counted(grants, 'grant') : '',
    clients > 0 ? counted(clients, 'client') : '',
  ].filter(Boolean);
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onClose}
      title={`Delete ${application.name}?`}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} pending={form.pending}>
            Delete application
          </Button>
        </>
      }
    >
      <p>
        Everybody loses what {application.name} gave them, at once. Its tokens and its clients stop working. The history
        stays in the audit.
      </p>
      <Effects effects={going.map((what) => ({ id: what, kind: 'lose' as const, what, word: 'deleted' }))} />
      <form id={formId} className="form" noValidate onSubmit={form.onSubmit}>
        <FormErrors form={form} labels={{ identifier: 'Identifier' }} />
        <TextField
          label={`Type “${application.id}” to confirm`}
          mono
          spellCheck={false}
          {...form.field('identifier')}
        />
      </form>
    </Dialog>
  );
}

function identifierOf(application: Application) {
  return {
    safeParse: (input: unknown) => {
      const typed = typeof input === 'object' && input !== null && 'identifier' in input ? input.identifier : '';
      if (typed === application.id) return { success: true as const, data: application.id };
      const message = `That is not the identifier. Type ${application.id}, exactly so.`;
      return { success: false as const, error: { issues: [{ path: ['identifier'], message }] } };
    },
  };
}
