import type { ReactNode } from 'react';
import { ComboBox, type ComboBoxProps } from '../ui/combo-box.tsx';
import { type FoundOption, findPrincipals } from './find.ts';
import { words } from './words.ts';

/** What a picker takes; `label` has a word of its own when it is left out. */
export type PickerProps = Omit<ComboBoxProps<FoundOption>, 'load' | 'label'> & { label?: string | undefined };

/** A person or a group. The option's `kind` says which. */
export function PrincipalPicker({ label = words.person, ...rest }: PickerProps): ReactNode {
  return <ComboBox {...rest} label={label} load={findPrincipals} />;
}
