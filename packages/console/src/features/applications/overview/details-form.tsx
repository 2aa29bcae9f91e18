import { type Application, applicationChange } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { ConflictView } from '../../../blocks/conflict-view.tsx';
import { client } from '../../../session/client.ts';
import { Button } from '../../../ui/button.tsx';
import { useForm } from '../../../ui/form.ts';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { TextArea, TextField } from '../../../ui/text-field.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { changesOf, conflicting } from '../conflict-fields.ts';
import { useRefresh } from '../queries.ts';
import { useConflict } from '../use-conflict.ts';
import { useFocusOnOpen } from '../use-focus-on-open.ts';
import './details-form.css';

/** Changes the name and the description. */
export function DetailsForm({ application, onDone }: { application: Application; onDone: () => void }): ReactNode {
  const refresh = useRefresh();
  const toast = useToast();
  // What the form began with: a newer version, loaded meanwhile, must be met as a conflict and not be overwritten.
  const [base] = useState(application);
  const params = { application: application.id };
  const conflict = useConflict(() => client.applications.get({ params }));
  const form = useForm({
    schema: applicationChange,
    initial: { name: base.name, description: base.description },
    submit: async (body) => {
      const ifMatch = conflict.versionOr(base.version);
      const saved = await conflict.guard(() =>
        client.applications.update({ params, body: changesOf(body, base), ifMatch }),
      );
      if (!saved) return;
      await refresh();
      toast({ text: `${body.name ?? application.name} is saved.` });
      onDone();
    },
  });
  useFocusOnOpen(form.fieldId('name'));
  const { theirs } = conflict;
  return (
    <form className="form narrow" noValidate onSubmit={form.onSubmit}>
      <FormErrors form={form} labels={{ name: 'Name', description: 'Description' }} />
      {theirs && (
        <ConflictView
          of={application.name}
          fields={conflicting([
            { id: 'name', label: 'Name', before: base.name, theirs: theirs.name, mine: form.values.name },
            {
              id: 'description',
              label: 'Description',
              before: base.description,
              theirs: theirs.description,
              mine: form.values.description,
            },
          ])}
          pending={form.pending}
          onKeepMine={() => form.onSubmit()}
          onTakeTheirs={() => {
            void refresh();
            onDone();
          }}
        />
      )}
      <TextField label="Name" {...form.field('name')} />
      <TextArea label="Description" optional {...form.field('description')} />
      <div className="inline-row">
        <Button kind="primary" type="submit" pending={form.pending}>
          Save changes
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  );
}
