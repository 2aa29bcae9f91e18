import { type ReactNode, useId, useRef, useState } from 'react';
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { classNames } from './class-names.ts';
import { searchNote } from './combo-box.tsx';
import { FieldNote, type FieldProps } from './field.tsx';
import { XIcon } from './icons.tsx';
import type { LoadOptions, Option } from './option.ts';
import { OptionPopover } from './option-list.tsx';
import { useOptions } from './use-options.ts';
import { useReachablePage } from './use-reachable-page.ts';
import { words } from './words.ts';
import './who.css';

export interface TagPickerProps<O extends Option = Option> extends Omit<FieldProps, 'labelEnd'> {
  /** Finds options. Keep it stable (a module function or `useCallback`). */
  load: LoadOptions<O>;
  value: readonly O[];
  onChange: (options: O[]) => void;
  placeholder?: string | undefined;
  id?: string | undefined;
}

/** Several people, groups, roles or permissions. Backspace in the empty field takes the last one away. */
export function TagPicker<O extends Option>(props: TagPickerProps<O>): ReactNode {
  const { label, hint, error, optional, hideLabel, load, value, onChange, placeholder, id } = props;
  const noteId = `${useId()}-note`;
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  useReachablePage(open, input);
  const search = useOptions(load, text, open);
  const left = search.options.filter((option) => !value.some((taken) => taken.id === option.id));
  const remove = (option: O) => {
    onChange(value.filter((taken) => taken.id !== option.id));
    input.current?.focus();
  };
  return (
    <AriaComboBox
      className="field"
      {...(id !== undefined && { id })}
      items={left}
      value={null}
      inputValue={text}
      onInputChange={setText}
      onOpenChange={setOpen}
      onChange={(key) => {
        const picked = left.find((option) => option.id === key);
        if (!picked) return;
        onChange([...value, picked]);
        setText('');
      }}
      onBlur={() => setText('')}
      defaultFilter={() => true}
      menuTrigger="focus"
      allowsEmptyCollection
      allowsCustomValue
      isInvalid={error !== undefined}
      aria-describedby={noteId}
    >
      <Label className={classNames('label', hideLabel && 'visually-hidden')}>
        {label}
        {optional && <span className="optional"> {words.optional}</span>}
      </Label>
      <div className={classNames('input-box wrap', error !== undefined && 'invalid')}>
        {value.map((option) => (
          <span className="tag" key={option.id}>
            {option.lead ?? (option.icon && <option.icon />)}
            <span className={option.mono ? 'mono' : ''}>{option.label}</span>
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
        <Input
          ref={input}
          placeholder={placeholder ?? words.choose}
          onKeyDown={(event) => {
            const last = value.at(-1);
            if (event.key === 'Backspace' && text === '' && last) remove(last);
          }}
        />
      </div>
      <FieldNote id={noteId} hint={hint} error={error} />
      <OptionPopover label={label} empty={searchNote(search)} />
    </AriaComboBox>
  );
}
