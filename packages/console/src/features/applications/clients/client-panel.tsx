import type { Application, OpenIdClient } from '@licet/contract';
import { type ReactNode, useId, useState } from 'react';
import { ConfirmDialog } from '../../../blocks/confirm-dialog.tsx';
import { ConflictView } from '../../../blocks/conflict-view.tsx';
import { client as api } from '../../../session/client.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy.tsx';
import { useForm } from '../../../ui/form.ts';
import { KeyRoundIcon, Trash2Icon } from '../../../ui/icons.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { changesOf, conflicting } from '../conflict-fields.ts';
import { useRefresh } from '../queries.ts';
import { useRights } from '../rights.ts';
import { orRefresh, useConflict } from '../use-conflict.ts';
import { ClientFields } from './client-fields.tsx';
import { clientForm, clientLabels, clientValues } from './client-form.ts';
import { clientKinds } from './client-kinds.ts';
import type { ShownSecret } from './secret-dialog.tsx';

export interface ClientPanelProps {
  application: Application;
  client: OpenIdClient;
  onClose: () => void;
  onSecret: (secret: ShownSecret) => void;
}

/** One client: its id, its addresses, its secret. */
export function ClientPanel({ application, client, onClose, onSecret }: ClientPanelProps): ReactNode {
  const rights = useRights(application);
  const refresh = useRefresh();
  const toast = useToast();
  const [asked, setAsked] = useState<'secret' | 'delete'>();
  const mayChange = rights.clients && !client.builtIn;
  const words = clientKinds[client.kind];
  const params = { application: application.id, client: client.id };
  return (
    <Panel
      title={client.name}
      lead={words.what}
      onClose={onClose}
      actions={mayChange && <IconButton icon={Trash2Icon} label="Delete client…" onClick={() => setAsked('delete')} />}
      foot={
        mayChange &&
        words.secret && (
          <Button icon={KeyRoundIcon} onClick={() => setAsked('secret')}>
            Make a new secret…
          </Button>
        )
      }
    >
      <CopyField label="Client id" value={client.id} />
      <p>
        <TextLink
          to="/applications/$application"
          params={{ application: application.id }}
          search={{ tab: 'integration', client: client.id }}
          activeProps={{}}
        >
          Code for this client
        </TextLink>
      </p>
      {mayChange && <ClientEditor key={client.id} application={application} client={client} />}
      {asked === 'secret' && (
        <ConfirmDialog
          title={`Make a new secret for ${client.name}?`}
          action="Make a new secret"
          onClose={() => setAsked(undefined)}
          run={async () => {
            const made = await api.clients.newSecret({ params });
            await refresh();
            if (made.secret !== null) onSecret({ client: client.name, clientId: client.id, secret: made.secret });
          }}
        >
          <p>The old secret ends at once: the program cannot sign in until it has the new one.</p>
        </ConfirmDialog>
      )}
      {asked === 'delete' && (
        <ConfirmDialog
          final
          title={`Delete the client ${client.name}?`}
          action="Delete client"
          onClose={() => setAsked(undefined)}
          run={async () => {
            await orRefresh(refresh, () => api.clients.remove({ params, ifMatch: client.version }));
            onClose();
            toast({ text: `${client.name} is deleted.` });
            await refresh();
          }}
        >
          <p>
            {words.signsIn ? 'Nobody can sign in through it any longer.' : 'It cannot sign in any longer.'} Tokens that
            it has end within five minutes. What people were granted stays.
          </p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}

function ClientEditor({ application, client: current }: Pick<ClientPanelProps, 'application' | 'client'>): ReactNode {
  const [client, setBase] = useState(current);
  const refresh = useRefresh();
  const toast = useToast();
  const formId = useId();
  const params = { application: application.id, client: client.id };
  const conflict = useConflict(async () => {
    const { items } = await api.clients.list({ params: { application: application.id } });
    const found = items.find(({ id }) => id === client.id);
    if (!found) throw new Error('Somebody else has deleted this client in the meantime.');
    return found;
  });
  const form = useForm(
    {
      schema: clientForm,
      initial: clientValues(client),
      submit: async ({ kind: _, ...body }) => {
        const ifMatch = conflict.versionOr(client.version);
        const saved = await conflict.guard(() =>
          api.clients.update({ params, body: changesOf(body, client), ifMatch }),
        );
        if (!saved) return;
        setBase(saved);
        form.reset(clientValues(saved));
        await refresh();
        toast({ text: `${body.name} is saved.` });
      },
    },
    formId,
  );
  const theirs = conflict.theirs && clientValues(conflict.theirs);
  const names = ['name', 'redirectUris', 'postLogoutRedirectUris', 'webOrigins'] as const;
  return (
    <form className="form" noValidate onSubmit={form.onSubmit}>
      {theirs && (
        <ConflictView
          of={client.name}
          fields={conflicting(
            names.map((id) => ({
              id,
              label: clientLabels[id],
              before: clientValues(client)[id],
              theirs: theirs[id],
              mine: form.values[id],
            })),
          )}
          pending={form.pending}
          onKeepMine={() => form.onSubmit()}
          onTakeTheirs={() => {
            conflict.clear();
            if (conflict.theirs) setBase(conflict.theirs);
            form.reset(theirs);
            void refresh();
          }}
        />
      )}
      <ClientFields form={form} />
      {form.changed && (
        <div className="inline-row">
          <Button kind="primary" type="submit" pending={form.pending}>
            Save changes
          </Button>
          <Button onClick={() => form.reset(clientValues(client))}>Discard</Button>
        </div>
      )}
    </form>
  );
}
