import type { Application, OpenIdClient } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../../blocks/confirm-dialog.tsx';
import { EditForm } from '../../../blocks/edit-form.tsx';
import { useEdit } from '../../../blocks/use-edit.ts';
import { client as api } from '../../../session/client.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { CopyField } from '../../../ui/copy.tsx';
import { Trash2Icon } from '../../../ui/icons.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useRights } from '../rights.ts';
import { unusableOf } from './address-lines.ts';
import { ClientAccess } from './client-access.tsx';
import { ClientFields } from './client-fields.tsx';
import { clientBody, clientLabels, clientSchema, clientValues } from './client-form.ts';
import { ClientKeys } from './client-keys.tsx';
import { clientKinds } from './client-kinds.ts';
import type { ShownSecret } from './secret-dialog.tsx';
import { clientWords, words } from './words.ts';

export interface ClientPanelProps {
  application: Application;
  client: OpenIdClient;
  onClose: () => void;
  onSecret: (secret: ShownSecret) => void;
}

/** One client: its id, its addresses, its keys. */
export function ClientPanel({ application, client, onClose, onSecret }: ClientPanelProps): ReactNode {
  const rights = useRights(application);
  const [deleting, setDeleting] = useState(false);
  const mayChange = rights.clients && !client.builtIn;
  const kind = clientKinds[client.kind];
  const params = { application: application.id, client: client.id };
  const unusable = unusableOf(client.kind, [...client.redirectUris, ...client.postLogoutRedirectUris]);
  return (
    <Panel
      title={client.name}
      lead={words.kinds[client.kind].what}
      onClose={onClose}
      actions={
        mayChange && <IconButton icon={Trash2Icon} label={clientWords.delete} onClick={() => setDeleting(true)} />
      }
    >
      <CopyField label={words.clientId} value={client.id} />
      <p>
        <TextLink
          to="/applications/$application"
          params={{ application: application.id }}
          search={{ tab: 'integration', client: client.id }}
          activeProps={{}}
        >
          {words.code}
        </TextLink>
      </p>
      {unusable.length > 0 && <Callout>{clientWords.unusable(unusable)}</Callout>}
      {kind.secret && <ClientKeys client={client} mayChange={mayChange} onSecret={onSecret} />}
      {client.kind === 'service' && rights.access && <ClientAccess client={client} />}
      {mayChange && <ClientEditor key={client.id} application={application} client={client} />}
      {deleting && (
        <ConfirmDialog
          final
          title={clientWords.deleteTitle(client.name)}
          action={clientWords.deleteAction}
          done={clientWords.deleted(client.name)}
          onClose={() => setDeleting(false)}
          run={async () => {
            await api.clients.remove({ params, ifMatch: client.version });
            onClose();
          }}
        >
          <p>{kind.signsIn ? clientWords.deletePeople : clientWords.deleteService}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}

function ClientEditor({ application, client }: Pick<ClientPanelProps, 'application' | 'client'>): ReactNode {
  const params = { application: application.id, client: client.id };
  const edit = useEdit({
    name: 'client',
    of: client,
    schema: clientSchema,
    valuesOf: clientValues,
    entry: clientBody,
    save: ({ kind: _, publicKeys: __, ...body }, ifMatch) => api.clients.update({ params, body, ifMatch }),
    load: async () => {
      const { items } = await api.clients.list({ params: { application: application.id } });
      const found = items.find(({ id }) => id === client.id);
      if (!found) throw new Error(words.deletedByOther);
      return found;
    },
    saved: ({ name }) => words.saved(name),
  });
  return (
    <EditForm edit={edit} of={client.name} labels={clientLabels}>
      <ClientFields form={edit.form} />
    </EditForm>
  );
}
