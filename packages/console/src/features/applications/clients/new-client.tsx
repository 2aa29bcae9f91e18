import type { Application, OpenIdClient } from '@licet/contract';
import type { ReactNode } from 'react';
import { useRefresh } from '../../../blocks/use-action.ts';
import { client } from '../../../session/client.ts';
import { type Form, useForm } from '../../../ui/form.ts';
import { FormPanel } from '../../../ui/form-panel.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { belongingTo } from './address-lines.ts';
import { ClientFields } from './client-fields.tsx';
import { type ClientValues, clientBody, clientLabels, clientSchema, noClient } from './client-form.ts';
import { words } from './words.ts';

export interface NewClientProps {
  application: Application;
  onClose: () => void;
  onCreated: (created: { client: OpenIdClient; secret: string | null }) => void;
}

/** Registers a client. */
export function NewClient({ application, onClose, onCreated }: NewClientProps): ReactNode {
  const refresh = useRefresh();
  const form = useFilledIn(
    useForm(
      {
        schema: clientSchema,
        initial: noClient,
        entry: clientBody,
        keep: `client in ${application.id}`,
        submit: async (body) => {
          const created = await client.clients.create({ params: { application: application.id }, body });
          await refresh();
          showToast({ text: words.made(created.client.name) });
          onCreated(created);
        },
      },
      'client',
    ),
  );
  return (
    <FormPanel title={words.register} action={words.register} form={form} labels={clientLabels} onClose={onClose}>
      <ClientFields form={form} choosesKind />
    </FormPanel>
  );
}

/**
 * Derives the sign-out addresses and the web origins from the redirect addresses and the kind, until the user edits
 * them.
 */
function useFilledIn(form: Form<ClientValues>): Form<ClientValues> {
  const set: Form<ClientValues>['set'] = (name, value) => {
    form.set(name, value);
    if (name !== 'redirectUris' && name !== 'kind') return;
    const before = filledIn(form.values);
    const after = filledIn({ ...form.values, [name]: value });
    for (const field of ['postLogoutRedirectUris', 'webOrigins'] as const)
      if (form.values[field] === before[field]) form.set(field, after[field]);
  };
  return { ...form, set, field: (name) => ({ ...form.field(name), onChange: (value) => set(name, value) }) };
}

/** The sign-out addresses and web origins that go with the redirect addresses of a client of this kind. */
export function filledIn({
  redirectUris,
  kind,
}: Pick<ClientValues, 'redirectUris' | 'kind'>): Pick<ClientValues, 'postLogoutRedirectUris' | 'webOrigins'> {
  const { origins, signOuts } = belongingTo(redirectUris, kind);
  return { postLogoutRedirectUris: signOuts.join('\n'), webOrigins: origins.join('\n') };
}
