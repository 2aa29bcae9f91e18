import { foldForSearch } from '@licet/contract';
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
import { isAddress } from './is-address.ts';
import { type LoadOptions, type Option, OptionPopover } from './option-list.tsx';
import { words } from './words.ts';

/** The properties of a search picker. */
export interface PickerProps<O extends Option> extends Omit<FieldProps, 'labelEnd'> {
  /** Finds options. Must be the same function at each render (a module function or `useCallback`). */
  load: LoadOptions<O>;
  placeholder?: string | undefined;
  id?: string | undefined;
}

/** A search for options while the list is open. */
export interface Picker<O extends Option> {
  search: OptionSearch<O>;
  /** The text that is searched for. */
  query: string;
  input: RefObject<HTMLInputElement | null>;
  onOpenChange: (open: boolean) => void;
  /**
   * Whether Enter was pressed while the search was still running. The matching option is picked when the results
   * arrive.
   */
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
  /** The found options that can be picked. */
  options: readonly O[];
  /** The id of the chosen option, if any. */
  chosen: string | null;
  /** The text of an empty list; by default says that nothing was found. */
  none?: string | undefined;
  text: string;
  onText: (text: string) => void;
  onPick: (option: O | null) => void;
  /** Called when the picker loses the focus. */
  onLeave: () => void;
  /** Whether the box wraps onto several lines, if chosen options precede the input. */
  wrap?: boolean | undefined;
  /** The content of the box: a `PickerInput`, and any elements beside it. */
  children: ReactNode;
}

/** The frame of a search picker: label, box, note and list. A click, an arrow key or typing opens the list. */
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
  /** The number of chosen options. When it grows, the list closes, so that it does not cover the fields below. */
  taken?: number | undefined;
  /** Called for Backspace in an empty input. */
  onBackspace?: (() => void) | undefined;
}

/**
 * The input of a picker. The first option in the list is active, and Enter picks it. If the search is still running,
 * Enter takes effect when the results arrive.
 */
export function PickerInput<O extends Option>(props: PickerInputProps<O>): ReactNode {
  const { picker, options, placeholder, mono, taken = 0, onBackspace } = props;
  const state = useContext(ComboBoxStateContext);
  const typed = state?.inputValue !== '' && picker.search.state === 'found';
  // While the search is running, Enter must neither pick an option nor submit the form.
  const waitForIt = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || picker.query === '' || marked != null) return;
    event.preventDefault();
    event.stopPropagation();
    picker.setAwaited(true);
  };
  // Tab moves to the next field. It picks an option only if there is no other, or if the arrow keys moved to it.
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
    // Close the list after the current task, because the changed text opens it again within this task.
    if (taken > 0) setTimeout(() => list.current?.close());
  }, [taken]);
  const one = typed ? theOne(picker.search, options, picker.query) : 'nobody';
  const first = typeof one === 'string' ? undefined : one.id;
  const { isOpen, selectionManager, collection } = state ?? {};
  // React Aria's collection receives the options slightly later than `options` does.
  const listed = first !== undefined && collection?.getItem(first) ? first : undefined;
  const marked = selectionManager?.focusedKey;
  useEffect(() => {
    if (!isOpen || listed === undefined || marked !== null) return;
    let late = false;
    // Run after the effects of the list, which clear the active option when its first options arrive.
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
 * Keeps the page accessible while a combobox is open. React Aria would set `aria-hidden` on the page although its
 * fields stay in the tab order, which violates WCAG 4.1.2. React Aria does not hide an element marked as top layer, so
 * this hook marks the page. Modal dialogs still hide it.
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

/** The result of a search for options. */
interface OptionSearch<O extends Option> {
  options: readonly O[];
  state: 'idle' | 'loading' | 'found' | 'failed';
  /** The query for which the options were found. */
  query: string | null;
}

const TYPING_PAUSE_MS = 120;

/**
 * Loads options while the user types. Waits for a pause, drops outdated answers, and keeps the old options until new
 * ones arrive.
 */
export function useOptions<O extends Option>(load: LoadOptions<O>, query: string, active: boolean): OptionSearch<O> {
  const [search, setSearch] = useState<OptionSearch<O>>({ options: [], state: 'idle', query: null });

  useEffect(() => {
    if (!active) return;
    const controller = new AbortController();
    setSearch((before) => ({ ...before, state: 'loading' }));
    const timer = setTimeout(
      () => {
        load(query, controller.signal).then(
          (options) => !controller.signal.aborted && setSearch({ options, state: 'found', query }),
          () => !controller.signal.aborted && setSearch({ options: [], state: 'failed', query }),
        );
      },
      query === '' ? 0 : TYPING_PAUSE_MS,
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [load, query, active]);

  return search;
}

/**
 * The option that Enter picks: the one with exactly this identifier, or else exactly this name, or else the first. The
 * identifier decides first, because users choose their own names. An address that no account has picks no user, group
 * or program, even one with this name. 'not yet' while the options are for another query; 'nobody' if none matches.
 */
export function theOne<O extends Option>(search: OptionSearch<O>, options: readonly O[], query: string) {
  if (search.query !== query || search.state === 'loading') return 'not yet';
  const searched = foldForSearch(query.trim());
  const others = isAddress(query) ? options.filter(({ lead }) => !holders.has(lead)) : options;
  return (
    options.find(({ exact }) => exact) ??
    others.find(({ label }) => foldForSearch(label) === searched) ??
    (others.length === options.length ? others[0] : undefined) ??
    'nobody'
  );
}

const holders: ReadonlySet<Option['lead']> = new Set(['person', 'group', 'program']);

/** The text of a list without options; `none` if nothing was found. */
export function whyEmpty({ state }: OptionSearch<Option>, none: string): string {
  if (state === 'failed') return words.failed;
  return state === 'found' ? none : words.searching;
}
