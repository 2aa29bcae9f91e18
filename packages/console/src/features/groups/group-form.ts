import type { Group } from '@licet/contract';

/** What is typed about a group. */
export interface GroupValues {
  name: string;
  description: string;
}

/** Nothing typed yet. */
export const noValues: GroupValues = { name: '', description: '' };

/** A group as it stands in the form. */
export const valuesOf = ({ name, description }: Group): GroupValues => ({ name, description });

/** What is sent: without the spaces around it. */
export const entryOf = ({ name, description }: GroupValues): GroupValues => ({
  name: name.trim(),
  description: description.trim(),
});
