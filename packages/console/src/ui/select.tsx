import { type ReactNode, useId } from 'react';
import { Button } from 'react-aria-components/Button';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { classNames } from './class-names.ts';
import { FieldNote, type FieldProps } from './field.tsx';
import { FieldLabel } from './field-label.tsx';
import { ChevronsUpDownIcon } from './icons.tsx';
import { type Option, OptionContent, OptionPopover } from './option-list.tsx';
import { words } from './words.ts';
import './field.css';

export interface SelectProps<O extends Option = Option> extends Omit<FieldProps, 'labelEnd'> {
  options: readonly O[];
  /** The id of the chosen option. */
  value: string | null;
  onChange: (id: O['id']) => void;
  placeholder?: string | undefined;
  name?: string | undefined;
  id?: string | undefined;
}

/** A field that chooses one of more than five options, or of options that do not fit on a line. */
export function Select<O extends Option>(props: SelectProps<O>): ReactNode {
  const { label, hint, error, optional, hideLabel, options, value, onChange, placeholder, name, id } = props;
  const noteId = `${useId()}-note`;
  const chosen = options.find((option) => option.id === value);
  return (
    <AriaSelect
      className="field"
      {...(id !== undefined && { id })}
      {...(name !== undefined && { name })}
      value={value}
      onChange={(key) => key !== null && onChange(String(key))}
      isInvalid={error !== undefined}
      aria-describedby={noteId}
    >
      <FieldLabel label={label} optional={optional} hideLabel={hideLabel} />
      <Button className={classNames('select', error !== undefined && 'invalid')}>
        <SelectValue className="select-value">
          {chosen ? (
            <OptionContent option={chosen} />
          ) : (
            <span className="text-faint">{placeholder ?? words.choose}</span>
          )}
        </SelectValue>
        <ChevronsUpDownIcon small />
      </Button>
      <FieldNote id={noteId} hint={hint} error={error} />
      <OptionPopover label={label} items={options} />
    </AriaSelect>
  );
}
