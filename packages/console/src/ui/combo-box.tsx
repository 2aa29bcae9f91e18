import { type ReactNode, useId, useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { classNames } from './class-names.ts';
import { FieldNote, type FieldProps } from './field.tsx';
import { ChevronsUpDownIcon } from './icons.tsx';
import type { LoadOptions, Option } from './option.ts';
import { OptionPopover } from './option-list.tsx';
import { type OptionSearch, useOptions } from './use-options.ts';
import { useReachablePage } from './use-reachable-page.ts';
import { words } from './words.ts';
import './button.css';

export interface ComboBoxProps<O extends Option = Option> extends Omit<FieldProps, 'labelEnd'> {
  /** Finds options. Keep it stable (a module function or `useCallback`). */
  load: LoadOptions<O>;
  value: O | null;
  onChange: (option: O | null) => void;
  placeholder?: string | undefined;
  id?: string | undefined;
}

/** One person, role, group or permission among many: type to find. */
export function ComboBox<O extends Option>(props: ComboBoxProps<O>): ReactNode {
  const { label, hint, error, optional, hideLabel, load, value, onChange, placeholder, id } = props;
  const noteId = `${useId()}-note`;
  const [text, setText] = useState(value?.label ?? '');
  const [open, setOpen] = useState(false);
  const [shownFor, setShownFor] = useState(value?.id);
  if (shownFor !== value?.id) {
    setShownFor(value?.id);
    setText(value?.label ?? '');
  }
  const input = useRef<HTMLInputElement>(null);
  useReachablePage(open, input);
  const search = useOptions(load, text === value?.label ? '' : text, open);
  return (
    <AriaComboBox
      className="field"
      {...(id !== undefined && { id })}
      items={search.options}
      value={value?.id ?? null}
      inputValue={text}
      onInputChange={setText}
      onOpenChange={setOpen}
      onChange={(key) => {
        const picked = search.options.find((option) => option.id === key);
        if (picked) setText(picked.label);
        if (picked || key === null) onChange(picked ?? null);
      }}
      onBlur={() => setText(value?.label ?? '')}
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
      <div className={classNames('input-box', error !== undefined && 'invalid')}>
        {value !== null && text === value.label && (value.lead ?? (value.icon && <value.icon />))}
        <Input ref={input} placeholder={placeholder ?? words.choose} className={value?.mono ? 'mono' : ''} />
        <Button className="button quiet icon-only compact in-field" aria-label={words.showChoices}>
          <ChevronsUpDownIcon small />
        </Button>
      </div>
      <FieldNote id={noteId} hint={hint} error={error} />
      <OptionPopover label={label} empty={searchNote(search)} />
    </AriaComboBox>
  );
}

/** What an empty list of options says. */
export function searchNote(search: OptionSearch<Option>): string {
  if (search.state === 'failed') return words.failed;
  return search.state === 'found' ? words.nothingFound : words.searching;
}
