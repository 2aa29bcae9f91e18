import type { Group } from '@licet/contract';
import { calls } from '@licet/contract';
import type { FormSchema } from '../../ui/form.ts';

/** What is typed about a group. */
export interface GroupValues {
  name: string;
  description: string;
}

/** What is sent. */
export interface GroupEntry {
  name: string;
  description?: string | undefined;
}

/** The contract's schema over what is typed, without the spaces around it. */
export const groupEntry: FormSchema<GroupEntry> = {
  safeParse: (input) => calls.groups.create.body.safeParse(isValues(input) ? trimmed(input) : input),
};

/** Nothing typed yet. */
export const noValues: GroupValues = { name: '', description: '' };

/** A group as it stands in the form. */
export function valuesOf({ name, description }: Group): GroupValues {
  return { name, description };
}

/** The fields in which an entry differs from a group: only they are sent. */
export function changesOf(entry: GroupEntry, group: Group): Partial<GroupEntry> {
  const description = entry.description ?? '';
  return {
    ...(entry.name !== group.name && { name: entry.name }),
    ...(description !== group.description && { description }),
  };
}

function trimmed({ name, description }: GroupValues): GroupEntry {
  return { name: name.trim(), description: description.trim() };
}

function isValues(input: unknown): input is GroupValues {
  return (
    typeof input === 'object' &&
    input !== null &&
    typeof Reflect.get(input, 'name') === 'string' &&
    typeof Reflect.get(input, 'description') === 'string'
  );
}
