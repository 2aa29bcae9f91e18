import { type RefObject, useLayoutEffect } from 'react';

/**
 * Keeps the page around an open combobox in the accessibility tree. React Aria would hide it (`aria-hidden`) while its fields stay in the tab
 * order, which WCAG 4.1.2 forbids; an element marked as top layer is left alone. Modal dialogs still hide what lies behind them.
 */
export function useReachablePage(open: boolean, control: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const layer = control.current?.closest<HTMLElement>('body > *');
    if (!open || !layer || layer.dataset.reactAriaTopLayer !== undefined) return;
    layer.dataset.reactAriaTopLayer = 'true';
    return () => {
      delete layer.dataset.reactAriaTopLayer;
    };
  }, [open, control]);
}
