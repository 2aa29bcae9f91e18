import type { Connection, ProviderConnection } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { EditForm } from '../../blocks/edit-form.tsx';
import { useEdit } from '../../blocks/use-edit.ts';
import { client } from '../../session/client.ts';
import { IconButton } from '../../ui/button.tsx';
import { CodeBlock, CopyField } from '../../ui/copy.tsx';
import { Trash2Icon } from '../../ui/icons.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ConnectionFields } from './connection-fields.tsx';
import { changeSchema, connectionLabels, entryOfStored, inWords, valuesOf } from './connection-form.ts';
import { Findings } from './findings.tsx';
import { presetOf } from './presets.ts';
import { placeWords, words } from './words.ts';

/** One provider: what is registered there, what it answers, and who comes in by it. */
export function ConnectionPanel({ connection, onClose }: { connection: Connection; onClose: () => void }): ReactNode {
  const [deleting, setDeleting] = useState(false);
  const { id, name, people } = connection;
  const provider = connection.kind === 'ldap' ? undefined : connection;
  return (
    <Panel
      title={name}
      lead={words.people(people)}
      onClose={onClose}
      actions={<IconButton icon={Trash2Icon} label={words.delete} onClick={() => setDeleting(true)} />}
    >
      <div className="form">
        {provider && <CopyField label={words.redirectUri} value={provider.redirectUri} hint={words.redirectUriHint} />}
        {provider?.publicKey && (
          <div className="field">
            <span className="label">{words.publicKey}</span>
            <CodeBlock label={words.publicKey} code={JSON.stringify({ keys: [provider.publicKey] }, null, 2)} />
            <span className="hint">{words.publicKeyHint}</span>
          </div>
        )}
        <Findings connection={connection} />
        {provider && <ConnectionEditor key={id} connection={provider} />}
      </div>
      {deleting && (
        <ConfirmDialog
          final
          title={words.deleteTitle(name)}
          action={words.deleteAction}
          done={words.deleted(name)}
          onClose={() => setDeleting(false)}
          run={async () => {
            await client.connections.remove({ params: { connection: id }, ifMatch: connection.version });
            onClose();
          }}
        >
          <p>{words.deleteText(people)}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}

function ConnectionEditor({ connection }: { connection: ProviderConnection }): ReactNode {
  const edit = useEdit({
    name: 'connection',
    of: connection,
    schema: changeSchema,
    valuesOf,
    entry: entryOfStored(connection),
    secret: 'secret',
    save: async (body, ifMatch) =>
      asProvider(await client.connections.update({ params: { connection: connection.id }, body, ifMatch })),
    load: async () => {
      const { items } = await client.connections.list({});
      const found = items.find(({ id }) => id === connection.id);
      return asProvider(found);
    },
    saved: ({ name }) => words.saved(name),
  });
  return (
    <EditForm edit={edit} of={connection.name} labels={connectionLabels} inWords={inWords}>
      <ConnectionFields
        form={edit.form}
        preset={presetOf(connection)}
        place={placeWords[connection.kind]}
        stored={edit.entity}
      />
    </EditForm>
  );
}

/** A kind is for good. */
function asProvider(found: Connection | undefined): ProviderConnection {
  if (!found || found.kind === 'ldap') throw new Error(words.deletedByOther);
  return found;
}
