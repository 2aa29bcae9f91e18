import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { Button, IconButton } from './button.tsx';
import { ChevronDownIcon, EllipsisIcon, XIcon } from './icons.tsx';
import { listWords } from './list-words.ts';
import { Menu, type MenuEntry, SheetMenu } from './menu.tsx';
import { share } from './meter.tsx';
import { focusRow } from './row-keys.ts';
import { words } from './words.ts';
import './bulk-bar.css';

/** Work on the selected rows that is in progress. */
export interface BulkWork {
  /** What is being done: "Suspending 40 users". */
  label: string;
  value: number;
  /** Undefined while the total is unknown. */
  max?: number | undefined;
  /** The numbers as text: "120 of 3,478". */
  text?: string | undefined;
  /** Cancels the work. Without it the work cannot be cancelled. */
  onCancel?: (() => void) | undefined;
}

export interface BulkBarProps {
  /** The name of the bar, for screen readers: "Selected users". */
  label: string;
  /** "4 selected". */
  count: string;
  /** Selects all rows that match the list's filter. */
  all?: { label: string; onSelect: () => void; pending: boolean } | undefined;
  /** The actions that each have a button, in order. */
  actions: readonly MenuEntry[];
  /** The other actions in groups, behind the button with three dots. */
  more: readonly (readonly MenuEntry[])[];
  onClear: () => void;
  /** Replaces the buttons while the work is in progress. */
  work?: BulkWork | undefined;
}

/**
 * The bar of the selected rows, which floats above the footer of a list. Place it after the `DataTable`. On a phone the
 * actions are in one menu. Escape returns to the row.
 */
export function BulkBar({ label, count, all, actions, more, onClear, work }: BulkBarProps): ReactNode {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    if (!focusRow()) onClear();
  };
  return (
    <div className="bulk-dock">
      <section className="bulk-bar" aria-label={label} data-bulk-bar onKeyDown={onKeyDown}>
        {work ? (
          <Working {...work} />
        ) : (
          <>
            <span className="bulk-count" aria-live="polite">
              {count}
            </span>
            {all && (
              <button type="button" className="link" aria-disabled={all.pending} onClick={all.onSelect}>
                {all.label}
              </button>
            )}
            <span className="bulk-actions hide-on-phone">
              {actions.map(({ id, label: name, reason, onAction }) => (
                <Button key={id} small kind="quiet" reason={reason} onClick={onAction}>
                  {name}
                </Button>
              ))}
              {more.some((group) => group.length > 0) && (
                <Menu
                  label={listWords.moreActions}
                  groups={more}
                  trigger={<IconButton small icon={EllipsisIcon} label={listWords.moreActions} />}
                />
              )}
              <IconButton small icon={XIcon} label={words.clearSelection} onClick={onClear} />
            </span>
            <span className="bulk-actions only-on-phone">
              <SheetMenu
                label={listWords.actions}
                groups={[
                  actions,
                  ...more,
                  [{ id: 'clear', label: words.clearSelection, icon: XIcon, onAction: onClear }],
                ]}
                trigger={
                  <Button small kind="quiet" icon={ChevronDownIcon}>
                    {listWords.actions}
                  </Button>
                }
              />
            </span>
          </>
        )}
      </section>
    </div>
  );
}

function Working({ label, value, max, text, onCancel }: BulkWork): ReactNode {
  const id = useId();
  return (
    <>
      <span className="bulk-count" id={id} role="status">
        {label}
      </span>
      <span
        className="meter bulk-meter"
        role="progressbar"
        aria-labelledby={id}
        {...(max !== undefined && { 'aria-valuenow': value, 'aria-valuemin': 0, 'aria-valuemax': max })}
        {...(text !== undefined && { 'aria-valuetext': text })}
      >
        <i style={{ width: share(value, max ?? 0) }} />
      </span>
      {text !== undefined && <span className="text-muted nowrap">{text}</span>}
      {onCancel && (
        <Button small onClick={onCancel}>
          {words.cancel}
        </Button>
      )}
    </>
  );
}
