const TYPES_INTO =
  'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable], [aria-haspopup="listbox"], dialog, [role="dialog"], [role="alertdialog"], [role="listbox"], [role="menu"]';

/**
 * The key of a shortcut, in upper case. Returns undefined for a key that a control has handled, with Ctrl or Alt, typed
 * into a field, or pressed while a dialog is open. Keys held down are returned; `event.repeat` marks them.
 */
export function plainKey(event: KeyboardEvent): string | undefined {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  return isElsewhere(event) ? undefined : event.key.toUpperCase();
}

/** Whether the key is Ctrl Z outside fields and dialogs. */
export const isUndoKey = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  (event.ctrlKey || event.metaKey) &&
  !event.shiftKey &&
  !event.altKey &&
  event.key.toLowerCase() === 'z' &&
  !isElsewhere(event);

const isElsewhere = (event: KeyboardEvent): boolean =>
  (event.target instanceof Element && event.target.closest(TYPES_INTO) !== null) ||
  document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
