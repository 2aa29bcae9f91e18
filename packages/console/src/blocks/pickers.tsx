import type { ReactNode } from 'react';
import { ComboBox, type ComboBoxProps } from '../ui/combo-box.tsx';
import { type FoundOption, findPrincipals } from './find.ts';
import { words } from './words.ts';

/** The properties of a picker; `label` has a default. */
export type PickerProps = Omit<ComboBoxProps<FoundOption>, 'load' | 'label'> & { label?: string | undefined };

/** A picker of a user or a group. The option's `kind` says which. */
export function PrincipalPicker({ label = words.person, ...rest }: PickerProps): ReactNode {
  return <ComboBox {...rest} label={label} load={findPrincipals} />;
}
