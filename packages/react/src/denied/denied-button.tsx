'use client';

import type { Access } from '@licet/client';
import {
  cloneElement,
  type HTMLAttributes,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefAttributes,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  version,
} from 'react';
import type { Language } from '../language.ts';
import { useAccessOf } from '../use-access-of.ts';
import { Panel } from './panel.tsx';
import { keepAtButton } from './place.ts';
import { adopt } from './sheet.ts';
import { Shell } from './shell.tsx';
import { buttonSheet } from './styles.ts';
import { type Subject, useRefusal } from './use-refusal.ts';
import { useWords } from './words.ts';

export interface DeniedButtonProps {
  readonly store: Access;
  readonly subject: Subject;
  readonly place: string | undefined;
  readonly theme: 'light' | 'dark' | undefined;
  readonly language: Language | undefined;
  readonly children: ReactElement<object>;
}

/**
 * Renders the application's own button. While the action is permitted, the button is active. Otherwise it is dashed
 * and has a lock, a reason, and a popover that explains the refusal.
 */
export const DeniedButton = ({ store, subject, place, theme, language, children }: DeniedButtonProps): ReactNode => {
  const button = useRef<HTMLElement | null>(null);
  const [open, setOpen] = useState(false);
  const [near, setNear] = useState(false);
  const access = useAccessOf(store);
  const refusal = useRefusal(store, subject, {
    shown: open || near,
    place: () => place ?? placeOf(button.current),
  });
  const { permitted, name, kind } = refusal;
  const words = useWords({ language, at: button, reads: !permitted || open });
  const waiting = !permitted && access.status === 'loading';
  const popover = usePopover(button, open, setOpen);
  const ref = useMergedRef(refOf(children), button);

  useLaidOut(() => {
    if (permitted || waiting || !button.current) return;
    return dress(button.current);
  }, [permitted, waiting]);

  const shown = `${refusal.request?.state} ${refusal.loading} ${permitted}`;
  useLaidOut(() => {
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
  }, [permitted, open]);

  const refused: Refused = {
    ...NO_HANDLERS,
    ref,
    disabled: undefined,
    'aria-disabled': true,
    onClick: (event: MouseEvent<HTMLElement>) => {
      event.preventDefault();
      event.stopPropagation();
      button.current ??= event.currentTarget;
      if (waiting) return;
      if (open) popover.close();
      else setOpen(true);
    },
    ...(waiting
      ? {}
      : {
          'data-licet-denied': '',
          'aria-haspopup': 'dialog',
          'aria-expanded': open,
          title: open ? undefined : words?.mayNotUse(kind, name),
          onPointerEnter: () => setNear(true),
          onFocus: () => setNear(true),
        }),
  };
  return (
    <>
      {cloneElement<Partial<Refused>>(children, permitted ? { ref } : refused)}
      {open && (
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
      )}
    </>
  );
};

// React 18 warns of layout effects on a server.
const useLaidOut = typeof document === 'undefined' ? useEffect : useLayoutEffect;

type Refused = HTMLAttributes<HTMLElement> &
  RefAttributes<HTMLElement> & { disabled?: undefined; 'data-licet-denied'?: '' };

const ARRIVED = 5000;

/** Events on which an application might act before or instead of a click. */
const NO_HANDLERS = {
  onMouseDown: undefined,
  onMouseUp: undefined,
  onPointerDown: undefined,
  onPointerUp: undefined,
  onTouchStart: undefined,
  onTouchEnd: undefined,
  onDoubleClick: undefined,
  // The middle mouse button opens links.
  onAuxClick: (event: MouseEvent<HTMLElement>) => event.preventDefault(),
  onKeyDown: undefined,
  onKeyUp: undefined,
} as const;

const useMergedRef = (
  given: Ref<HTMLElement> | undefined,
  own: { current: HTMLElement | null },
): ((element: HTMLElement | null) => void) =>
  useCallback(
    (element) => {
      own.current = element;
      setRef(given, element);
    },
    [given, own],
  );

const dress = (button: HTMLElement): (() => void) => {
  adopt(button.getRootNode(), buttonSheet());
  const { display, columnGap, borderTopWidth } = getComputedStyle(button);
  const marks = {
    licetGap: /flex|grid/.test(display) && Number.parseFloat(columnGap) > 0,
    licetBare: !(Number.parseFloat(borderTopWidth) > 0),
  };
  for (const [mark, on] of Object.entries(marks)) if (on) button.dataset[mark] = '';
  return () => {
    for (const mark of Object.keys(marks)) delete button.dataset[mark];
  };
};

const placeOf = (button: HTMLElement | null): string => {
  const text = button?.textContent?.trim() ?? '';
  return `${text === '' ? 'a button' : `button “${text.slice(0, 80)}”`} on ${document.title.slice(0, 150) || location.pathname.slice(0, 150)}`
    .replace(/\s+/g, ' ')
    .trim();
};

/** Returns the ref of an element. Since React 19, the ref is one of the properties. Before, it was separate. */
const refOf = (element: ReactElement): Ref<HTMLElement> | undefined =>
  (Number.parseInt(version, 10) < 19 ? Reflect.get(element, 'ref') : Reflect.get(Object(element.props), 'ref')) ??
  undefined;

/** Sets a callback ref or a ref object. */
const setRef = (ref: Ref<HTMLElement> | undefined, value: HTMLElement | null): void => {
  if (typeof ref === 'function') ref(value);
  else if (ref) ref.current = value;
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
