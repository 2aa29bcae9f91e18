import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import { SearchIcon, XIcon } from './icons.tsx';
import { focusRow } from './row-keys.ts';
import { words } from './words.ts';
import './button.css';
import './field.css';

export interface SearchFieldProps {
  /** The label, also shown as the placeholder ("Name, e-mail or group"). */
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Called when Enter is pressed. */
  onSubmit?: ((value: string) => void) | undefined;
  /** Whether `/` focuses the field from anywhere on the page. On by default; a page may have only one such field. */
  shortcut?: boolean | undefined;
  className?: string | undefined;
}

/** The search field above a list. `/` focuses it, Escape clears it, and the arrow down leads to the rows. */
export function SearchField({
  label,
  value,
  onChange,
  onSubmit,
  shortcut = true,
  className,
}: SearchFieldProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (!shortcut) return;
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, [shortcut]);

  return (
    <div className={classNames('input-box search-box grow-on-phone', className)}>
      <SearchIcon />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        {...(shortcut && { 'aria-keyshortcuts': '/' })}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSubmit?.(value);
          if (event.key === 'ArrowDown' && shortcut && focusRow()) event.preventDefault();
          if (event.key === 'Escape' && value !== '') {
            event.stopPropagation();
            onChange('');
          }
        }}
      />
      {value !== '' && (
        <button
          type="button"
          className="button quiet icon-only compact in-field"
          aria-label={words.clear}
          onClick={() => {
            onChange('');
            input.current?.focus();
          }}
        >
          <XIcon small />
        </button>
      )}
    </div>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}
