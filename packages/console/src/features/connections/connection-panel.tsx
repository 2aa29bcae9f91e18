import type { Connection, ConnectionTest, DirectoryConnection, ProviderConnection } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { useAction } from '../../blocks/use-action.ts';
import { client } from '../../session/client.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { CodeBlock, CopyField } from '../../ui/copy.tsx';
import { NoIcon, YesIcon } from '../../ui/icon.tsx';
import { Trash2Icon } from '../../ui/icons.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { ownSentence } from '../../ui/reasons/german.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import {
  bindsAsPerson,
  bodyOf,
  directoryChangeSchema,
  directoryEntryOf,
  directoryInWords,
  directoryLabels,
  valuesOfDirectory,
} from './directory-form.ts';
import { SyncSection } from './sync-section.tsx';
import { aboutWords, directoryWords, formWords, placeWords, registerWords, words } from './words.ts';
import './connections.css';
import { EditForm } from '../../blocks/edit-form.tsx';
import { useEdit } from '../../blocks/use-edit.ts';
import { ConnectionFields } from './connection-fields.tsx';
import { changeSchema, connectionLabels, entryOfStored, inWords, valuesOf } from './connection-form.ts';
import { DirectoryFields } from './directory-fields.tsx';
import { type PresetName, presetOf } from './presets.ts';

/** One provider or directory: its registration, its test, and its settings. */
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

/** Tests the provider or directory, and lists the results line by line. */
function Findings({ connection }: { connection: Connection }): ReactNode {
  const [answer, setAnswer] = useState<{ of: number; test: ConnectionTest }>();
  const test = useAction(async () => {
    const found = await client.connections.test({ params: { connection: connection.id } });
    setAnswer({ of: connection.version, test: found });
  });
  // The results apply only to the version that was tested.
  const shown = answer?.of === connection.version ? answer.test : undefined;
  const texts = connection.kind === 'ldap' ? directoryWords : words;
  return (
    <div className="form">
      <div>
        <Button small pending={test.pending} onClick={test.run}>
          {words.test}
        </Button>
      </div>
      {test.problem && <ProblemNote problem={test.problem} />}
      {shown && (
        <div role="status">
          <p>{shown.works ? texts.testWorks : words.testFails}</p>
          <ul className="findings">
            {shown.findings.map(({ about, right, found, ...values }) => (
              <li key={about} className={right ? 'finding-right' : 'finding-wrong'}>
                {right ? <YesIcon /> : <NoIcon />}
                <VisuallyHidden>{right ? words.right : words.wrong}</VisuallyHidden>
                <span>
                  <b>{aboutWords[about]}</b>
                  <span className="text-muted small block">
                    {about === 'proof' && right && connection.kind !== 'ldap'
                      ? formWords.proofs[connection.proof]
                      : ownSentence(found, values) || words.foundNothing}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/** Edits a provider. */
function ProviderEditor({ connection }: { connection: ProviderConnection }): ReactNode {
  const edit = useEdit({
    name: 'connection',
    of: connection,
    schema: changeSchema,
    valuesOf,
    entry: entryOfStored(connection),
    secret: 'secret',
    save: async (body, ifMatch) =>
      asProvider(await client.connections.update({ params: { connection: connection.id }, body, ifMatch })),
    load: async () => asProvider(await connectionNow(connection.id)),
    // A new secret cannot be undone, because the former one is not kept.
    final: (changes) => 'proof' in changes,
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

/** Edits a directory. */
function DirectoryEditor({ connection }: { connection: DirectoryConnection }): ReactNode {
  const edit = useEdit({
    name: 'connection',
    of: connection,
    schema: directoryChangeSchema,
    valuesOf: valuesOfDirectory,
    entry: directoryEntryOf,
    secret: 'secret',
    save: async (changes, ifMatch) => {
      const body = bodyOf(changes);
      return asDirectory(await client.connections.update({ params: { connection: connection.id }, body, ifMatch }));
    },
    load: async () => asDirectory(await connectionNow(connection.id)),
    saved: ({ name }) => words.saved(name),
  });
  return (
    <EditForm edit={edit} of={connection.name} labels={directoryLabels} inWords={directoryInWords}>
      <DirectoryFields form={edit.form} stored={edit.entity} />
    </EditForm>
  );
}

async function connectionNow(id: string): Promise<Connection | undefined> {
  const { items } = await client.connections.list({});
  return items.find((found) => found.id === id);
}

// Returns the connection as a provider. A connection never changes its kind, so any other result means that it was
// deleted.
function asProvider(found: Connection | undefined): ProviderConnection {
  if (!found || found.kind === 'ldap') throw new Error(words.deletedByOther);
  return found;
}

function asDirectory(found: Connection | undefined): DirectoryConnection {
  if (found?.kind !== 'ldap') throw new Error(words.deletedByOther);
  return found;
}

/** The data to register at the provider. The redirect address is the same for all providers. */
export function Registration({ preset }: { preset: PresetName }): ReactNode {
  return (
    <div className="form">
      <p>{registerWords[preset]}</p>
      <CopyField label={words.redirectUri} value={`${location.origin}/sign-in/return`} />
    </div>
  );
}

/** The addresses to register at the provider. */
function Addresses({ connection }: { connection: ProviderConnection }): ReactNode {
  const { redirectUri, postLogoutRedirectUri, backchannelLogoutUri } = connection;
  return (
    <>
      <CopyField label={words.redirectUri} value={redirectUri} hint={words.redirectUriHint} />
      {backchannelLogoutUri !== null && (
        <>
          <CopyField label={words.postLogoutUri} value={postLogoutRedirectUri} hint={words.postLogoutUriHint} />
          <CopyField label={words.backchannelUri} value={backchannelLogoutUri} hint={words.backchannelUriHint} />
        </>
      )}
    </>
  );
}
