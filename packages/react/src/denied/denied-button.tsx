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
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Language } from '../language.ts';
import { useAccessOf } from '../use-access-of.ts';
import { Panel } from './panel.tsx';
import { refOf, setRef } from './ref-of.ts';
import { adopt } from './sheet.ts';
import { Shell } from './shell.tsx';
import { buttonSheet } from './styles.ts';
import { usePopover } from './use-popover.ts';
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

/** The host's own button: live while it is permitted, else dashed, with a lock, its reason, and a popover that explains. */
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
    // What had the focus has gone with what it was part of, such as the form that was sent.
    if (open && shown !== '' && document.activeElement === document.body)
      popover.panel.current?.focus({ preventScroll: true });
  }, [open, shown, popover.panel]);

  useEffect(() => {
    if (!permitted || !open) return;
    // Long enough to be read. Who is in it, perhaps still typing, closes it.
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

// On a server nothing is laid out, and React 18 warns of layout effects there.
const useLaidOut = typeof document === 'undefined' ? useEffect : useLayoutEffect;

type Refused = HTMLAttributes<HTMLElement> &
  RefAttributes<HTMLElement> & { disabled?: undefined; 'data-licet-denied'?: '' };

/** Milliseconds. */
const ARRIVED = 5000;

/** What might act on a press in place of a click. */
const NO_HANDLERS = {
  onMouseDown: undefined,
  onMouseUp: undefined,
  onPointerDown: undefined,
  onPointerUp: undefined,
  onTouchStart: undefined,
  onTouchEnd: undefined,
  onDoubleClick: undefined,
  // The middle button opens links.
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
