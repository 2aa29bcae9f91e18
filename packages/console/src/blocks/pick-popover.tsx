import '../ui/field.css';
import './pick-popover.css';
import { type ComponentProps, type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { Pressable } from 'react-aria-components';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { DialogTrigger } from 'react-aria-components/Dialog';
import { Input } from 'react-aria-components/Input';
import { Popover } from 'react-aria-components/Popover';
import { TextField } from 'react-aria-components/TextField';
import { SearchIcon } from '../ui/icons.tsx';
import { type LoadOptions, type Option, OptionList } from '../ui/option-list.tsx';
import { theOne, useOptions, whyEmpty } from '../ui/picker-frame.tsx';

export interface PickPopoverProps<O extends Option> {
  /** A `Button`, a `Filter`, or any element that accepts the properties of a button. */
  trigger: ReactElement<ComponentProps<'button'>>;
  /** The name of the search field: "Find a group". */
  label: string;
  /** Finds options. Keep it stable (a module function or `useCallback`). */
  load: LoadOptions<O>;
  onPick: (option: O) => void;
  /** Shown if nothing is found. `untyped` replaces it while nothing is typed. */
  none: string;
  untyped?: string | undefined;
  placement?: 'bottom start' | 'bottom end' | undefined;
}

/** A button that opens a search. Choosing an option by click, or with the arrows and Enter, closes the search. */
export function PickPopover<O extends Option>({
  trigger,
  placement = 'bottom start',
  ...list
}: PickPopoverProps<O>): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <DialogTrigger isOpen={open} onOpenChange={setOpen}>
      <Pressable>{trigger as ReactElement<ComponentProps<'button'>, string>}</Pressable>
      <Popover className="menu pick-popover" placement={placement} offset={4} aria-label={list.label}>
        <div className="pick-dialog">
          <PickList {...list} close={() => setOpen(false)} />
        </div>
      </Popover>
    </DialogTrigger>
  );
}

// The list is always expanded while the popover is open; Autocomplete marks the active option.
const combobox = { role: 'combobox', 'aria-expanded': true, 'aria-haspopup': 'listbox' } as const;

function PickList<O extends Option>(
  props: Omit<PickPopoverProps<O>, 'trigger' | 'placement'> & { close: () => void },
): ReactNode {
  const { label, load, onPick, none, untyped, close } = props;
  const [text, setText] = useState('');
  const [awaited, setAwaited] = useState(false);
  const search = useOptions(load, text, true);
  const one = theOne(search, search.options, text);
  const pick = (picked: O) => {
    close();
    onPick(picked);
  };
  useEffect(() => {
    if (!awaited || one === 'not yet') return;
    setAwaited(false);
    if (one !== 'nobody') pick(one);
  });
  // Enter picks the first option. If the list still shows results for an earlier text, the pick waits for the current
  // ones.
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || text === '' || one === 'nobody') return;
    if (one !== 'not yet' && event.currentTarget.hasAttribute('aria-activedescendant')) return;
    event.preventDefault();
    event.stopPropagation();
    if (one === 'not yet') setAwaited(true);
    else pick(one);
  };
  return (
    <Autocomplete
      inputValue={text}
      onInputChange={(typed) => {
        setAwaited(false);
        setText(typed);
      }}
    >
      <TextField aria-label={label} autoFocus>
        <div className="input-box search-box">
          <SearchIcon />
          <Input {...combobox} onKeyDownCapture={onEnter} placeholder={label} autoComplete="off" spellCheck={false} />
        </div>
      </TextField>
      <div className="pick-list" aria-busy={search.state === 'loading'}>
        <OptionList
          aria-label={label}
          items={search.options}
          selectionMode="none"
          onAction={(key) => {
            const picked = search.options.find((option) => option.id === key);
            if (picked) pick(picked);
          }}
          empty={whyEmpty(search, text === '' && untyped !== undefined ? untyped : none)}
        />
      </div>
    </Autocomplete>
  );
}
