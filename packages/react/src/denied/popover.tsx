'use client';

import { type ReactNode, type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { useAccessOf } from '../use-access-of.ts';
import type { RefusedProps } from './denied-button.tsx';
import { Panel } from './panel.tsx';
import { keepAtButton } from './place.ts';
import { Shell } from './shell.tsx';
import { useRefusal } from './use-refusal.ts';
import { useWords } from './words.ts';

export interface PopoverProps extends RefusedProps {
  readonly button: RefObject<HTMLElement | null>;
  readonly open: boolean;
  readonly setOpen: (open: boolean) => void;
  /** Receives the function that closes the popover and returns the focus. */
  readonly closing: RefObject<() => void>;
}

/** Explains the refusal of a button in a popover beside it. Reads the decision as soon as the user approaches the button. */
export const Popover = ({
  store,
  subject,
  place,
  theme,
  language,
  button,
  open,
  setOpen,
  closing,
}: PopoverProps): ReactNode => {
  const access = useAccessOf(store);
  const refusal = useRefusal(store, subject, { shown: true, place: () => place ?? placeOf(button.current) });
  const { permitted } = refusal;
  const words = useWords({ language, languages: store.languages, at: button, reads: !permitted || open });
  const popover = usePopover(button, open, setOpen);
  closing.current = popover.close;

  const shown = `${refusal.request?.state} ${refusal.loading} ${permitted}`;
  useLayoutEffect(() => {
    // Focus the panel if the focused element was removed, for example with a form that was sent.
    if (open && shown !== '' && document.activeElement === document.body)
      popover.panel.current?.focus({ preventScroll: true });
  }, [open, shown, popover.panel]);

  useEffect(() => {
    if (!permitted || !open) return;
    // Close the popover after the user had time to read it. Keep it open while the focus is inside, because the user
    // may still be typing.
    const timer = setInterval(() => {
      if (document.activeElement?.localName !== 'licet-denied') setOpen(false);
    }, ARRIVED);
    return () => clearInterval(timer);
  }, [permitted, open, setOpen]);

  if (!open) return null;
  return (
    <Shell kind="popover" theme={theme} onReady={popover.ready}>
      <Panel
        store={store}
        refusal={refusal}
        access={access}
        words={words}
        kind="popover"
        focus={popover.panel}
        onClose={popover.close}
      />
    </Shell>
  );
};

const ARRIVED = 5000;

const placeOf = (button: HTMLElement | null): string => {
  const text = button?.textContent?.trim() ?? '';
  return `${text === '' ? 'a button' : `button “${text.slice(0, 80)}”`} on ${document.title.slice(0, 150) || location.pathname.slice(0, 150)}`
    .replace(/\s+/g, ' ')
    .trim();
};

interface PopoverParts {
  readonly panel: RefObject<HTMLElement | null>;
  /** A callback for the shell. It places the popover next to its button and focuses the popover. */
  readonly ready: (host: HTMLElement, shadow: ShadowRoot) => () => void;
  readonly close: () => void;
}

/** Handles the position, focus and dismissal of a popover that belongs to a button. */
const usePopover = (
  button: RefObject<HTMLElement | null>,
  open: boolean,
  setOpen: (open: boolean) => void,
): PopoverParts => {
  const panel = useRef<HTMLElement>(null);
  const host = useRef<HTMLElement | null>(null);

  const close = useCallback(() => {
    // Return the focus only if it is inside the popover, because the user may be working elsewhere in the page.
    if (host.current && activeIn(host.current.getRootNode()) === host.current)
      button.current?.focus({ preventScroll: true });
    setOpen(false);
  }, [button, setOpen]);

  const ready = useCallback(
    (element: HTMLElement, shadow: ShadowRoot) => {
      host.current = element;
      const leave = button.current ? keepAtButton(button.current, element, shadow) : () => {};
      // The explanation may arrive late. Do not take the focus from a user who has gone on to another field.
      const focused = activeIn(element.getRootNode());
      if (!focused || focused === document.body || focused === button.current)
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
      // Close only this popover. An application's dialog around it must stay open.
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
