import { type Application, limits, newApplication } from '@licet/contract';
import { ApiError } from '@licet/contract/client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import { useRefresh } from '../../blocks/use-refresh.ts';
import { client } from '../../session/client.ts';
import { useForm } from '../../ui/form.ts';
import { FormPanel } from '../../ui/form-panel.tsx';
import { reasons } from '../../ui/reasons/shown.ts';
import { YesIcon } from '../../ui/state-icons.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { words as names, newWords as words } from './words.ts';
import '../../ui/status.css';

interface NewApplicationProps {
  onClose: () => void;
  onMade: (application: Application) => void;
}

/** Registers an application. Derives the identifier from the name until the user types one. */
export function NewApplication({ onClose, onMade }: NewApplicationProps): ReactNode {
  const refresh = useRefresh();
  const form = useForm(
    {
      schema: newApplication,
      initial: { name: '', id: '', description: '' },
      entry: ({ name, id, description }) => ({ name: name.trim(), id, description: description.trim() }),
      keep: 'new-application',
      submit: async (body) => {
        const made = await client.applications.create({ body });
        onMade(made);
        await refresh();
      },
    },
    'application',
  );
  const identifier = useIdentifierCheck(form.values.id);
  const name = form.field('name');
  const id = form.field('id');
  const follows = id.value === suggestIdentifier(name.value);

  return (
    <FormPanel
      title={names.newApplication}
      action={words.register}
      form={form}
      labels={{ name: words.name, id: words.identifier, description: words.description }}
      onClose={onClose}
    >
      <TextField
        label={words.name}
        hint={words.nameHint}
        {...name}
        onChange={(value) => {
          name.onChange(value);
          if (follows || id.value === '') id.onChange(suggestIdentifier(value));
        }}
      />
      <TextField
        label={words.identifier}
        mono
        spellCheck={false}
        {...id}
        error={id.error ?? identifier.error}
        hint={
          identifier.free ? (
            <span className="status tone-yes">
              <YesIcon small />
              {words.free}
            </span>
          ) : (
            words.identifierHint
          )
        }
      />
      <TextArea label={words.description} optional hint={words.descriptionHint} {...form.field('description')} />
    </FormPanel>
  );
}

/** Whether an identifier is valid and free. */
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
  const [issue] = shape.error?.issues ?? [];
  if (issue) return { error: reasons.ofIssue(issue), free: false };
  if (typeof found.data === 'string') return { error: words.taken(found.data), free: false };
  return { error: undefined, free: found.data === null };
}

/**
 * Suggests an identifier for an application's name: "Ledger & Co." gives "ledger-co". Empty if the name has no usable
 * character.
 */
export function suggestIdentifier(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, limits.applicationIdMax.value)
    .replace(/-+$/, '');
}
