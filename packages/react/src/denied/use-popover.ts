'use client';

import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { keepBeside } from './place.ts';

export interface PopoverParts {
  readonly panel: RefObject<HTMLElement | null>;
  /** For the shell: puts it beside its button and gives it the focus. */
  readonly ready: (host: HTMLElement, shadow: ShadowRoot) => () => void;
  readonly close: () => void;
}

/** Place, focus and dismissal of a popover that belongs to a button. */
export const usePopover = (
  button: RefObject<HTMLElement | null>,
  open: boolean,
  setOpen: (open: boolean) => void,
): PopoverParts => {
  const panel = useRef<HTMLElement>(null);
  const host = useRef<HTMLElement | null>(null);

  const close = useCallback(() => {
    // Only a focus that is inside is given back: somebody may be at work elsewhere in the page.
    if (host.current && activeIn(host.current.getRootNode()) === host.current)
      button.current?.focus({ preventScroll: true });
    setOpen(false);
  }, [button, setOpen]);

  const ready = useCallback(
    (element: HTMLElement, shadow: ShadowRoot) => {
      host.current = element;
      const leave = button.current ? keepBeside(button.current, element, shadow) : () => {};
      panel.current?.focus({ preventScroll: true });
      return () => {
        host.current = null;
        leave();
      };
    },
    [button],
  );

  useEffect(() => {
    if (!open) return;
    const ours = (event: Event) =>
      event.composedPath().some((target) => target === host.current || target === button.current);
    const away = (event: Event) => {
      if (!ours(event)) setOpen(false);
    };
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !ours(event)) return;
      // It is this popover's alone: a dialog of the host around it stays open.
      event.preventDefault();
      event.stopPropagation();
      close();
    };
    const left = (event: FocusEvent) => {
      if (event.relatedTarget !== null && !ours(event)) setOpen(false);
    };
    document.addEventListener('pointerdown', away, true);
    document.addEventListener('keydown', key, true);
    document.addEventListener('focusin', left, true);
    return () => {
      document.removeEventListener('pointerdown', away, true);
      document.removeEventListener('keydown', key, true);
      document.removeEventListener('focusin', left, true);
    };
  }, [open, close, setOpen, button]);

  return { panel, ready, close };
};

const activeIn = (root: Node): Element | null =>
  root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null;
