import { type ReactNode, useMemo } from 'react';
import { ComboBox, type ComboBoxProps } from '../ui/combo-box.tsx';
import { type FoundOption, finder } from './find.ts';
import { words } from './words.ts';

/** What every picker takes; `label` has a word of its own when it is left out. */
export type PickerProps = Omit<ComboBoxProps<FoundOption>, 'load' | 'label'> & { label?: string | undefined };

/** A person or a group. The option's `kind` says which. */
export function PrincipalPicker({ label = words.person, ...rest }: PickerProps): ReactNode {
  return <ComboBox {...rest} label={label} load={findPrincipal} />;
}

/** A person. */
export function UserPicker({ label = words.user, ...rest }: PickerProps): ReactNode {
  return <ComboBox {...rest} label={label} load={findUser} />;
}

/** A group. */
export function GroupPicker({ label = words.group, ...rest }: PickerProps): ReactNode {
  return <ComboBox {...rest} label={label} load={findGroup} />;
}

/** An application. */
export function ApplicationPicker({ label = words.application, ...rest }: PickerProps): ReactNode {
  return <ComboBox {...rest} label={label} load={findApplication} />;
}

/** A role of one application. */
export function RolePicker({ label = words.role, application, ...rest }: InApplication): ReactNode {
  const load = useMemo(() => finder(['role'], application), [application]);
  return <ComboBox key={application} {...rest} label={label} load={load} />;
}

/** A permission of one application's catalogue. */
export function PermissionPicker({ label = words.permission, application, ...rest }: InApplication): ReactNode {
  const load = useMemo(() => finder(['permission'], application), [application]);
  return <ComboBox key={application} {...rest} label={label} load={load} />;
}

type InApplication = PickerProps & { application: string };

const findPrincipal = finder(['user', 'group']);
const findUser = finder(['user']);
const findGroup = finder(['group']);
const findApplication = finder(['application']);
