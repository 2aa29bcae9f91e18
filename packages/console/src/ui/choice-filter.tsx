import type { ReactNode } from 'react';
import { Filter } from './filter.tsx';
import type { IconType } from './icon.tsx';
import { Menu } from './menu.tsx';

export interface ChoiceFilterProps<Id extends string> {
  label: string;
  /** What there is to choose from, by id, in the order in which it is shown. */
  choices: Readonly<Record<Id, string>>;
  icons?: Readonly<Record<Id, IconType>> | undefined;
  value: Id | undefined;
  /** Without an id the filter is removed. */
  onChange: (id: Id | undefined) => void;
}

/** A filter that is set to one of a few choices, by a menu. */
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
