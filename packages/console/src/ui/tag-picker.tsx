import { type ReactNode, useState } from 'react';
import { XIcon } from './icons.tsx';
import { type Option, OptionPicture, PersonDetail } from './option-list.tsx';
import { PickerFrame, PickerInput, type PickerProps, usePicker } from './picker-frame.tsx';
import { words } from './words.ts';
import './who.css';

export interface TagPickerProps<O extends Option = Option> extends PickerProps<O> {
  value: readonly O[];
  onChange: (options: O[]) => void;
}

/**
 * A field that picks several users, groups, roles or permissions. Backspace in the empty input removes the last one.
 */
export function TagPicker<O extends Option>({ load, value, onChange, ...field }: TagPickerProps<O>): ReactNode {
  const [text, setText] = useState('');
  const picker = usePicker(load, text);
  const left = picker.search.options.filter((option) => !value.some((taken) => taken.id === option.id));
  const remove = (option: O) => {
    onChange(value.filter((taken) => taken.id !== option.id));
    picker.input.current?.focus();
  };
  return (
    <PickerFrame
      {...field}
      picker={picker}
      options={left}
      chosen={null}
      none={picker.search.options.length > 0 ? words.chosenAlready : undefined}
      text={text}
      onText={setText}
      onPick={(picked) => {
        if (!picked) return;
        onChange([...value, picked]);
        setText('');
      }}
      onLeave={() => setText('')}
      wrap
    >
      {value.map((option) => (
        <span className="tag" key={option.id}>
          <OptionPicture option={option} />
          <span className={option.mono ? 'mono' : ''}>{option.label}</span>
          <PersonDetail option={option} />
          <button
            type="button"
            className="tag-remove"
            aria-label={words.remove(option.label)}
            onClick={() => remove(option)}
          >
            <XIcon />
          </button>
        </span>
      ))}
      <PickerInput
        picker={picker}
        options={left}
        placeholder={value.length > 0 ? '' : field.placeholder}
        taken={value.length}
        onBackspace={() => {
          const last = value.at(-1);
          if (last) remove(last);
        }}
      />
    </PickerFrame>
  );
}
