'use client';

import type { Access } from '@licet/client';
import type { On, PermissionName, RoleName } from '@licet/rule';
import {
  cloneElement,
  createElement,
  Fragment,
  type HTMLAttributes,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefAttributes,
  useCallback,
  useEffect,
  useRef,
  useState,
  version,
} from 'react';
import { type Store, useCommitted } from '../access-provider.ts';
import { forgetTyped } from '../forget-typed.ts';
import type { Language } from '../language.ts';
import { later, useLater } from '../later.ts';
import { useRead } from '../use-read.ts';
import { buttonSheet } from './button-style.ts';
import { type Sentence, useRefusedWords } from './refused-words.ts';
import { adopt } from './sheet.ts';

export interface Subject {
  readonly permission?: PermissionName | undefined;
  readonly role?: RoleName | undefined;
  /** The resource on which the permission or the role is needed, and everything that it lies in. */
  readonly on?: On | undefined;
}

/** Returns whether the token permits the subject. */
export const isPermitted = (access: Access, { permission, role, on }: Subject): boolean => {
  const { can, hasRole } = access.at(on);
  return role === undefined ? can(permission as PermissionName) : hasRole(role);
};

/** Deletes typed text when the session ends, even if the explanation that stored the text was not opened on this page. */
export const useForgetful = (store: Access): void => {
  const out = useRead(store, ({ snapshot }) => snapshot().status === 'signed-out');
  const before = useRef(out);
  useEffect(() => {
    if (out && !before.current) forgetTyped();
    before.current = out;
  }, [out]);
};

/** Returns the sentence with the name, and with the resource in brackets. */
export const sentenceOf = (sentence: Sentence | undefined, { permission, role, on }: Subject): string | undefined =>
  sentence?.(role === undefined ? 'permission' : 'role', String(role ?? permission ?? '') + (on ? ` (${on})` : ''));

export interface RefusedProps {
  readonly store: Store;
  readonly subject: Subject;
  readonly place: string | undefined;
  readonly theme: 'light' | 'dark' | undefined;
  readonly language: Language | undefined;
}

/** The explanation is loaded when the user approaches the button, because most buttons are never refused. */
const popover = /* @__PURE__ */ later(() => import('./popover.tsx'));

/**
 * Renders the application's own button. While the action is permitted, the button is active. Otherwise it is dashed
 * and has a lock, a reason, and a popover that explains the refusal.
 */
export const DeniedButton = ({
  children,
  ...given
}: RefusedProps & { readonly children: ReactElement<object> }): ReactNode => {
  const { store, subject, language } = given;
  const button = useRef<HTMLElement | null>(null);
  const [open, setOpen] = useState(false);
  const [near, setNear] = useState(false);
  const permitted = useRead(store, (read) => isPermitted(read, subject));
  const waiting = useRead(store, ({ snapshot }) => snapshot().status === 'loading') && !permitted;
  const words = useRefusedWords(language, store.languages, button, !permitted);
  const part = useLater(popover, near);
  const close = useRef(() => {});
  useForgetful(store);
  const ref = useMergedRef(refOf(children), button);

  useCommitted(() => {
    if (permitted || waiting || !button.current) return;
    return dress(button.current);
  }, [permitted, waiting]);

  const approach = () => {
    setNear(true);
    popover.load();
  };
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
      approach();
      if (open) close.current();
      setOpen(!open);
    },
    ...(waiting
      ? {}
      : {
          'data-licet-denied': '',
          'aria-haspopup': 'dialog',
          'aria-expanded': open,
          title: open ? undefined : sentenceOf(words?.mayNotUse, subject),
          onPointerEnter: approach,
          onFocus: approach,
        }),
  };
  return createElement(
    Fragment,
    null,
    cloneElement<Partial<Refused>>(children, permitted ? { ref } : refused),
    part && near && createElement(part.Popover, { ...given, button, open, setOpen, closing: close }),
    part === null && open && createElement('licet-denied', { role: 'alert' }, sentenceOf(words?.mayNotDo, subject)),
  );
};

type Refused = HTMLAttributes<HTMLElement> &
  RefAttributes<HTMLElement> & { disabled?: undefined; 'data-licet-denied'?: '' };

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
  button.toggleAttribute('data-licet-gap', /flex|grid/.test(display) && Number.parseFloat(columnGap) > 0);
  button.toggleAttribute('data-licet-bare', !(Number.parseFloat(borderTopWidth) > 0));
  return () => {
    button.removeAttribute('data-licet-gap');
    button.removeAttribute('data-licet-bare');
  };
};

/** Returns the ref of an element. Since React 19, the ref is one of the properties. Before, it was separate. */
const refOf = (element: ReactElement): Ref<HTMLElement> | undefined =>
  ((Number.parseFloat(version) < 19 ? element : element.props) as { ref?: Ref<HTMLElement> }).ref ?? undefined;

/** Sets a callback ref or a ref object. */
const setRef = (ref: Ref<HTMLElement> | undefined, value: HTMLElement | null): void => {
  if (typeof ref === 'function') ref(value);
  else if (ref) ref.current = value;
};
