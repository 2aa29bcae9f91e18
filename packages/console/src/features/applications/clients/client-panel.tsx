import type { Application, OpenIdClient } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../../blocks/confirm-dialog.tsx';
import { EditForm } from '../../../blocks/edit-form.tsx';
import { useEdit } from '../../../blocks/use-edit.ts';
import { client as api } from '../../../session/client.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy.tsx';
import { KeyRoundIcon, Trash2Icon } from '../../../ui/icons.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useRights } from '../rights.ts';
import { ClientAccess } from './client-access.tsx';
import { ClientFields } from './client-fields.tsx';
import { clientBody, clientLabels, clientSchema, clientValues } from './client-form.ts';
import { clientKinds } from './client-kinds.ts';
import type { ShownSecret } from './secret-dialog.tsx';
import { clientWords, words } from './words.ts';

export interface ClientPanelProps {
  application: Application;
  client: OpenIdClient;
  onClose: () => void;
  onSecret: (secret: ShownSecret) => void;
}

/** One client: its id, its addresses, its secret. */
export function ClientPanel({ application, client, onClose, onSecret }: ClientPanelProps): ReactNode {
  const rights = useRights(application);
  const [asked, setAsked] = useState<'secret' | 'delete'>();
  const mayChange = rights.clients && !client.builtIn;
  const kind = clientKinds[client.kind];
  const params = { application: application.id, client: client.id };
  return (
    <Panel
      title={client.name}
      lead={words.kinds[client.kind].what}
      onClose={onClose}
      actions={
        mayChange && <IconButton icon={Trash2Icon} label={clientWords.delete} onClick={() => setAsked('delete')} />
      }
      foot={
        mayChange &&
        kind.secret && (
          <Button icon={KeyRoundIcon} onClick={() => setAsked('secret')}>
            {clientWords.newSecret}
          </Button>
        )
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
      {client.kind === 'service' && rights.access && <ClientAccess client={client} />}
      {mayChange && <ClientEditor key={client.id} application={application} client={client} />}
      {asked === 'secret' && (
        <ConfirmDialog
          title={clientWords.secretTitle(client.name)}
          action={clientWords.secretAction}
          onClose={() => setAsked(undefined)}
          run={async () => {
            const made = await api.clients.newSecret({ params });
            if (made.secret !== null) onSecret({ client: client.name, clientId: client.id, secret: made.secret });
          }}
        >
          <p>{clientWords.secretText}</p>
        </ConfirmDialog>
      )}
      {asked === 'delete' && (
        <ConfirmDialog
          final
          title={clientWords.deleteTitle(client.name)}
          action={clientWords.deleteAction}
          done={clientWords.deleted(client.name)}
          onClose={() => setAsked(undefined)}
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
    save: ({ kind: _, ...body }, ifMatch) => api.clients.update({ params, body, ifMatch }),
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
