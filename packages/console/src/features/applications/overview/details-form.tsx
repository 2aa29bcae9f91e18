import { type Application, applicationChange } from '@licet/contract';
import type { ReactNode } from 'react';
import { EditForm } from '../../../blocks/edit-form.tsx';
import { useEdit } from '../../../blocks/use-edit.ts';
import { client } from '../../../session/client.ts';
import { TextArea, TextField } from '../../../ui/text-field.tsx';
import { words } from './words.ts';

/** Changes the name and the description. */
export function DetailsForm({ application, onDone }: { application: Application; onDone: () => void }): ReactNode {
  const params = { application: application.id };
  const edit = useEdit({
    name: 'application',
    of: application,
    schema: applicationChange.required(),
    valuesOf: ({ name, description }) => ({ name, description }),
    entry: ({ name, description }) => ({ name: name.trim(), description: description.trim() }),
    save: (body, ifMatch) => client.applications.update({ params, body, ifMatch }),
    load: () => client.applications.get({ params }),
    saved: ({ name }) => words.saved(name),
    onSaved: onDone,
  });
  return (
    <EditForm edit={edit} of={application.name} labels={labels} onClose={onDone}>
      <TextField label={words.name} {...edit.form.field('name')} />
      <TextArea label={words.description} optional {...edit.form.field('description')} />
    </EditForm>
  );
}

const labels = { name: words.name, description: words.description };
