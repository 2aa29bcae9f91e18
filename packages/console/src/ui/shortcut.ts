const TYPES_INTO =
  'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable], [aria-haspopup="listbox"], dialog, [role="dialog"], [role="alertdialog"], [role="listbox"], [role="menu"]';

/**
 * Whether a key may act as a shortcut of the screen. It may not while it is held down or combined with Ctrl or Alt,
 * while the user types into a field, or while a dialog is open.
 */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.target instanceof Element && event.target.closest(TYPES_INTO)) return false;
  return !document.querySelector('[role="dialog"], [role="alertdialog"]');
}
