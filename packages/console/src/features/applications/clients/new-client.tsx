import type { Application, OpenIdClient } from '@licet/contract';
import { type ReactNode, useId } from 'react';
import { client } from '../../../session/client.ts';
import { Button } from '../../../ui/button.tsx';
import { useForm } from '../../../ui/form.ts';
import { Panel } from '../../../ui/panel.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { useRefresh } from '../queries.ts';
import { useFocusOnOpen } from '../use-focus-on-open.ts';
import { ClientFields } from './client-fields.tsx';
import { type ClientValues, clientForm } from './client-form.ts';

export interface NewClientProps {
  application: Application;
  onClose: () => void;
  onMade: (made: { client: OpenIdClient; secret: string | null }) => void;
}

const EMPTY: ClientValues = {
  name: '',
  kind: 'browser',
  redirectUris: '',
  postLogoutRedirectUris: '',
  webOrigins: '',
};

/** Registers a client. */
export function NewClient({ application, onClose, onMade }: NewClientProps): ReactNode {
  const refresh = useRefresh();
  const toast = useToast();
  const formId = useId();
  const form = useForm(
    {
      schema: clientForm,
      initial: EMPTY,
      submit: async (body) => {
        const made = await client.clients.create({ params: { application: application.id }, body });
        await refresh();
        toast({ text: `${made.client.name} is registered.` });
        onMade(made);
      },
    },
    formId,
  );
  useFocusOnOpen(form.fieldId('name'));
  return (
    <Panel
      title="Register client"
      onClose={onClose}
      takeFocus={false}
      foot={
        <>
          <Button kind="primary" type="submit" form={formId} pending={form.pending}>
            Register client
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <form id={formId} className="form" noValidate onSubmit={form.onSubmit}>
        <ClientFields form={form} choosesKind />
      </form>
    </Panel>
  );
}
