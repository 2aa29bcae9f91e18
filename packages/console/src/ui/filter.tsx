import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { PlusIcon, XIcon } from './icons.tsx';
import { words } from './words.ts';
import './filter.css';
import type { IconType } from './icon.tsx';
import { Menu } from './menu.tsx';

export interface FilterProps extends Omit<ComponentPropsWithRef<'button'>, 'value' | 'children'> {
  label: string;
  /** The chosen value in words; undefined while the filter is off. */
  value?: string | undefined;
  /** Clears the filter. */
  onClear?: (() => void) | undefined;
}

/**
 * A filter button: dashed while it is off, otherwise in the accent colour with a cross. Use it as the trigger of a
 * `Menu` that shows the choices.
 */
export function Filter({ label, value, onClear, className, ...rest }: FilterProps): ReactNode {
  if (value === undefined) {
    return (
      <button type="button" {...rest} className={classNames('filter', className)}>
        <PlusIcon small />
        {label}
      </button>
    );
  }
  return (
    <span className="filter active">
      <button type="button" {...rest} className={classNames('filter-open', className)}>
        {label} <b>{value}</b>
      </button>
      <button type="button" className="filter-clear" aria-label={words.remove(label)} onClick={onClear}>
        <XIcon small />
      </button>
    </span>
  );
}

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
