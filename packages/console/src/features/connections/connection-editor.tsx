import type { Connection, DirectoryConnection, ProviderConnection } from '@licet/contract';
import type { ReactNode } from 'react';
import { EditForm } from '../../blocks/edit-form.tsx';
import { useEdit } from '../../blocks/use-edit.ts';
import { client } from '../../session/client.ts';
import { ConnectionFields } from './connection-fields.tsx';
import { changeSchema, connectionLabels, entryOfStored, inWords, valuesOf } from './connection-form.ts';
import { DirectoryFields } from './directory-fields.tsx';
import {
  bodyOf,
  directoryChangeSchema,
  directoryEntryOf,
  directoryInWords,
  directoryLabels,
  valuesOfDirectory,
} from './directory-form.ts';
import { presetOf } from './presets.ts';
import { placeWords, words } from './words.ts';

/** The form over a provider. */
export function ProviderEditor({ connection }: { connection: ProviderConnection }): ReactNode {
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
    // The former secret is not kept.
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

/** The form over a directory. */
export function DirectoryEditor({ connection }: { connection: DirectoryConnection }): ReactNode {
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

// A kind is for good.
function asProvider(found: Connection | undefined): ProviderConnection {
  if (!found || found.kind === 'ldap') throw new Error(words.deletedByOther);
  return found;
}

function asDirectory(found: Connection | undefined): DirectoryConnection {
  if (found?.kind !== 'ldap') throw new Error(words.deletedByOther);
  return found;
}
