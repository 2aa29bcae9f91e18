import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { ComboBox as AriaComboBox, ComboBoxStateContext } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { classNames } from './class-names.ts';
import { FieldNote, type FieldProps } from './field.tsx';
import { FieldLabel } from './field-label.tsx';
import type { LoadOptions, Option } from './option.ts';
import { OptionPopover } from './option-list.tsx';
import { type OptionSearch, theOne, useOptions, whyEmpty } from './use-options.ts';
import { words } from './words.ts';

/** What a field in which one types to find takes. */
export interface PickerProps<O extends Option> extends Omit<FieldProps, 'labelEnd'> {
  /** Finds options. Keep it stable (a module function or `useCallback`). */
  load: LoadOptions<O>;
  placeholder?: string | undefined;
  id?: string | undefined;
}

/** A search for options, while the list is open. */
export interface Picker<O extends Option> {
  search: OptionSearch<O>;
  /** What is searched for. */
  query: string;
  input: RefObject<HTMLInputElement | null>;
  onOpenChange: (open: boolean) => void;
  /** Enter was pressed before there was an answer: it takes the one that is found. */
  awaited: boolean;
  setAwaited: (awaited: boolean) => void;
}

export function usePicker<O extends Option>(load: LoadOptions<O>, query: string): Picker<O> {
  const [open, setOpen] = useState(false);
  const [awaited, setAwaited] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useReachablePage(open, input);
  const search = useOptions(load, query, open || awaited);
  return { search, query, input, onOpenChange: setOpen, awaited, setAwaited };
}

interface PickerFrameProps<O extends Option> extends Omit<PickerProps<O>, 'load'> {
  picker: Picker<O>;
  /** What is offered of what was found. */
  options: readonly O[];
  /** The id of what is chosen, when there is one. */
  chosen: string | null;
  /** What the list says when there is nothing in it; that nothing was found unless told. */
  none?: string | undefined;
  text: string;
  onText: (text: string) => void;
  onPick: (option: O | null) => void;
  /** The focus goes elsewhere. */
  onLeave: () => void;
  /** What was chosen goes before what is typed, on several lines if need be. */
  wrap?: boolean | undefined;
  /** What stands in the box: a `PickerInput`, and what belongs beside it. */
  children: ReactNode;
}

/** The frame of a field in which one types to find: label, box, note, and the list that opens by a press, an arrow or typing. */
export function PickerFrame<O extends Option>(props: PickerFrameProps<O>): ReactNode {
  const { label, hint, error, optional, hideLabel, id, picker, options, chosen, text, onText, onPick, onLeave } = props;
  const noteId = `${useId()}-note`;
  useEffect(() => {
    if (!picker.awaited) return;
    const one = theOne(picker.search, options, picker.query);
    if (one === 'not yet') return;
    picker.setAwaited(false);
    if (one !== 'nobody') onPick(one);
    else if (document.activeElement !== picker.input.current) onLeave();
  });
  return (
    <AriaComboBox
      className="field"
      {...(id !== undefined && { id })}
      items={options}
      value={chosen}
      inputValue={text}
      onInputChange={(typed) => {
        picker.setAwaited(false);
        onText(typed);
      }}
      onOpenChange={picker.onOpenChange}
      onChange={(key) => {
        const picked = options.find((option) => option.id === key);
        if (picked || key === null) onPick(picked ?? null);
      }}
      onBlur={() => picker.awaited || onLeave()}
      defaultFilter={() => true}
      allowsEmptyCollection
      allowsCustomValue
      isInvalid={error !== undefined}
      aria-describedby={noteId}
    >
      <FieldLabel label={label} optional={optional} hideLabel={hideLabel} />
      <div className={classNames('input-box', props.wrap && 'wrap', error !== undefined && 'invalid')}>
        {props.children}
      </div>
      <FieldNote id={noteId} hint={hint} error={error} />
      <OptionPopover
        label={label}
        empty={whyEmpty(picker.search, props.none ?? words.nothingFound)}
        busy={picker.search.state === 'loading'}
      />
    </AriaComboBox>
  );
}

interface PickerInputProps<O extends Option> {
  picker: Picker<O>;
  options: readonly O[];
  placeholder?: string | undefined;
  mono?: boolean | undefined;
  /** How many were taken: with one more the list closes, so that it covers no field below, until one goes on to look. */
  taken?: number | undefined;
  /** Backspace was pressed where nothing is typed. */
  onBackspace?: (() => void) | undefined;
}

/** Where one types. The first that was found is the active option: Enter takes it, and waits for it where need be. */
export function PickerInput<O extends Option>(props: PickerInputProps<O>): ReactNode {
  const { picker, options, placeholder, mono, taken = 0, onBackspace } = props;
  const state = useContext(ComboBoxStateContext);
  const typed = state?.inputValue !== '' && picker.search.state === 'found';
  // A word that was not looked for to its end neither is a choice nor sends the form.
  const waitForIt = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || picker.query === '' || marked != null) return;
    event.preventDefault();
    event.stopPropagation();
    picker.setAwaited(true);
  };
  // Tab goes on to the next field. It takes only what was found alone, or what one went to by the arrows.
  const chose = useRef(false);
  const leave = (event: KeyboardEvent) => {
    if (/^Arrow(Up|Down)$/.test(event.key)) chose.current = true;
    if (event.key !== 'Tab') return;
    const isSure = picker.query !== '' && (options.length === 1 || chose.current);
    if (!isSure) selectionManager?.setFocusedKey(null);
  };
  const list = useRef(state);
  useEffect(() => {
    list.current = state;
  });
  useEffect(() => {
    // It opens once more in the same turn, as what was typed is another now.
    if (taken > 0) setTimeout(() => list.current?.close());
  }, [taken]);
  const one = typed ? theOne(picker.search, options, picker.query) : 'nobody';
  const first = typeof one === 'string' ? undefined : one.id;
  const { isOpen, selectionManager, collection } = state ?? {};
  // The list has an option a moment after it was found.
  const listed = first !== undefined && collection?.getItem(first) ? first : undefined;
  const marked = selectionManager?.focusedKey;
  useEffect(() => {
    if (!isOpen || listed === undefined || marked !== null) return;
    let late = false;
    // After the effects of the list: with its first options it clears every mark once more.
    queueMicrotask(() => late || selectionManager?.setFocusedKey(listed));
    return () => {
      late = true;
    };
  }, [isOpen, listed, marked, selectionManager]);
  return (
    <Input
      ref={picker.input}
      placeholder={placeholder ?? words.choose}
      className={mono ? 'mono' : ''}
      onClick={() => state?.open(null, 'manual')}
      onInput={() => {
        chose.current = false;
      }}
      onKeyDownCapture={(event) => {
        waitForIt(event);
        leave(event);
      }}
      onKeyDown={(event) => event.key === 'Backspace' && state?.inputValue === '' && onBackspace?.()}
    />
  );
}

/**
 * Keeps the page around an open combobox in the accessibility tree. React Aria would hide it (`aria-hidden`) while its fields stay in the tab
 * order, which WCAG 4.1.2 forbids; an element marked as top layer is left alone. Modal dialogs still hide what lies behind them.
 */
function useReachablePage(open: boolean, control: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const layer = control.current?.closest<HTMLElement>('body > *');
    if (!open || !layer || layer.dataset.reactAriaTopLayer !== undefined) return;
    layer.dataset.reactAriaTopLayer = 'true';
    return () => {
      delete layer.dataset.reactAriaTopLayer;
    };
  }, [open, control]);
}
