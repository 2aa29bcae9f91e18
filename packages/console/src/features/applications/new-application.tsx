import { type Application, newApplication } from '@licet/contract';
import { ApiError } from '@licet/contract/client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useId, useState } from 'react';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { useForm } from '../../ui/form.ts';
import { FormErrors } from '../../ui/form-errors.tsx';
import { Panel } from '../../ui/panel.tsx';
import { YesIcon } from '../../ui/state-icons.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { suggestIdentifier } from './identifier.ts';
import { useRefresh } from './queries.ts';
import { useFocusOnOpen } from './use-focus-on-open.ts';

export interface NewApplicationProps {
  onClose: () => void;
  onMade: (application: Application) => void;
}

/** Registers an application. The identifier follows the name until somebody types one. */
export function NewApplication({ onClose, onMade }: NewApplicationProps): ReactNode {
  const refresh = useRefresh();
  const formId = useId();
  const [own, setOwn] = useState(false);
  const form = useForm({
    schema: newApplication,
    initial: { name: '', id: '', description: '' },
    submit: async (body) => {
      const made = await client.applications.create({ body });
      onMade(made);
      await refresh();
    },
  });
  const identifier = useIdentifierCheck(form.values.id);
  const name = form.field('name');
  const id = form.field('id');
  useFocusOnOpen(name.id);

  return (
    <Panel
      title="New application"
      onClose={onClose}
      takeFocus={false}
      foot={
        <>
          <Button kind="primary" type="submit" form={formId} pending={form.pending}>
            Register application
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <form id={formId} className="form" noValidate onSubmit={form.onSubmit}>
        <FormErrors form={form} labels={{ name: 'Name', id: 'Identifier', description: 'Description' }} />
        <TextField
          label="Name"
          hint="As people know it: “Ledger”."
          {...name}
          onChange={(value) => {
            name.onChange(value);
            if (!own) id.onChange(suggestIdentifier(value));
          }}
        />
        <TextField
          label="Identifier"
          mono
          spellCheck={false}
          {...id}
          error={id.error ?? identifier.error}
          hint={
            identifier.free ? (
              <span className="status tone-yes">
                <YesIcon small />
                Free. It is the audience of the tokens and never changes.
              </span>
            ) : (
              'The audience of the tokens, and part of addresses. It never changes.'
            )
          }
          onChange={(value) => {
            setOwn(value !== '');
            id.onChange(value);
          }}
        />
        <TextArea
          label="Description"
          optional
          hint="What it is for, for those who decide."
          {...form.field('description')}
        />
      </form>
    </Panel>
  );
}

/** Whether an identifier can be taken: by its form, and by whether an application has it. */
function useIdentifierCheck(typed: string): { error: string | undefined; free: boolean } {
  const id = useDeferredValue(typed);
  const shape = newApplication.shape.id.safeParse(id);
  const found = useQuery({
    queryKey: ['applications', 'identifier', id],
    enabled: shape.success,
    retry: false,
    staleTime: 5000,
    queryFn: async ({ signal }) => {
      try {
        return (await client.applications.get({ params: { application: id }, signal })).name;
      } catch (thrown) {
        if (thrown instanceof ApiError && thrown.problem.code === 'not_found') return null;
        throw thrown;
      }
    },
  });
  if (id === '') return { error: undefined, free: false };
  if (!shape.success) return { error: shape.error.issues[0]?.message, free: false };
  if (typeof found.data === 'string')
    return { error: `“${found.data}” has this identifier. Choose another.`, free: false };
  return { error: undefined, free: found.data === null };
}
