import type { Connection } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { client } from '../../session/client.ts';
import { IconButton } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { Trash2Icon } from '../../ui/icons.tsx';
import { Panel } from '../../ui/panel.tsx';
import { DirectoryEditor, ProviderEditor } from './connection-editor.tsx';
import { bindsAsPerson } from './directory-form.ts';
import { Findings } from './findings.tsx';
import { Addresses } from './registration.tsx';
import { SyncSection } from './sync-section.tsx';
import { directoryWords, words } from './words.ts';

/** One provider or directory: what is registered there, what it answers, and who comes in by it. */
export function ConnectionPanel({ connection, onClose }: { connection: Connection; onClose: () => void }): ReactNode {
  const [deleting, setDeleting] = useState(false);
  const { id, name, people } = connection;
  const provider = connection.kind === 'ldap' ? undefined : connection;
  const texts = provider ? words : directoryWords;
  return (
    <Panel
      title={name}
      lead={texts.people(people)}
      onClose={onClose}
      actions={<IconButton icon={Trash2Icon} label={words.delete} onClick={() => setDeleting(true)} />}
    >
      <div className="form">
        {provider && <Addresses connection={provider} />}
        {provider?.publicKey && (
          <div className="field">
            <span className="label">{words.publicKey}</span>
            <CodeBlock label={words.publicKey} code={JSON.stringify({ keys: [provider.publicKey] }, null, 2)} />
            <span className="hint">{words.publicKeyHint}</span>
          </div>
        )}
        <Findings connection={connection} />
        {connection.kind === 'ldap' && !bindsAsPerson(connection.directory) && <SyncSection connection={connection} />}
        {connection.kind === 'ldap' ? (
          <DirectoryEditor key={id} connection={connection} />
        ) : (
          <ProviderEditor key={id} connection={connection} />
        )}
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
          <p>{texts.deleteText(people)}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}
