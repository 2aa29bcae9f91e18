import { type ReactNode, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { ChevronsUpDownIcon } from './icons.tsx';
import { type Option, OptionPicture, PersonDetail } from './option-list.tsx';
import { PickerFrame, PickerInput, type PickerProps, usePicker } from './picker-frame.tsx';
import { words } from './words.ts';
import './button.css';

export interface ComboBoxProps<O extends Option = Option> extends PickerProps<O> {
  value: O | null;
  onChange: (option: O | null) => void;
}

/** A field that picks one of many users, roles, groups or permissions by search. */
export function ComboBox<O extends Option>({ load, value, onChange, ...field }: ComboBoxProps<O>): ReactNode {
  const [text, setText] = useState(value?.label ?? '');
  const [shownFor, setShownFor] = useState(value?.id);
  if (shownFor !== value?.id) {
    setShownFor(value?.id);
    setText(value?.label ?? '');
  }
  const picker = usePicker(load, text === value?.label ? '' : text);
  const { options } = picker.search;
  const isShown = value !== null && text === value.label;
  return (
    <PickerFrame
      {...field}
      picker={picker}
      options={options}
      chosen={value?.id ?? null}
      text={text}
      onText={setText}
      onPick={(picked) => {
        // The list reports null for a value that it does not contain. Ignore that while the field still shows the
        // value's name.
        if (picked === null && text === value?.label) return;
        if (picked) setText(picked.label);
        onChange(picked);
      }}
      onLeave={() => setText(value?.label ?? '')}
    >
      {isShown && <OptionPicture option={value} />}
      <PickerInput picker={picker} options={options} placeholder={field.placeholder} mono={value?.mono} />
      {isShown && <PersonDetail option={value} />}
      <Button className="button quiet icon-only compact in-field" aria-label={words.showChoices}>
        <ChevronsUpDownIcon small />
      </Button>
    </PickerFrame>
  );
}
