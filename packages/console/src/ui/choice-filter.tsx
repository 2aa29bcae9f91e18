import type { ReactNode } from 'react';
import { Filter } from './filter.tsx';
import type { IconType } from './icon.tsx';
import { Menu } from './menu.tsx';

export interface ChoiceFilterProps<Id extends string> {
  label: string;
  /** The choices by id, in display order. */
  choices: Readonly<Record<Id, string>>;
  icons?: Readonly<Record<Id, IconType>> | undefined;
  value: Id | undefined;
  /** Called with the chosen id; without an id to remove the filter. */
  onChange: (id: Id | undefined) => void;
}

/** A filter with a menu of a few choices. */
export function ChoiceFilter<Id extends string>(props: ChoiceFilterProps<Id>): ReactNode {
  const { label, choices, icons, value, onChange } = props;
  return (
    <Menu
      label={label}
      align="start"
      trigger={<Filter label={label} value={value && choices[value]} onClear={() => onChange(undefined)} />}
      groups={[
        (Object.keys(choices) as Id[]).map((id) => ({
          id,
          label: choices[id],
          icon: icons?.[id],
          chosen: id === value,
          onAction: () => onChange(id),
        })),
      ]}
    />
  );
}
