import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { pageHeading } from './dialog.tsx';
import { XIcon } from './icons.tsx';
import { words } from './words.ts';
import './panel.css';

export interface PanelProps {
  title: ReactNode;
  /** Below the title, weaker. */
  lead?: ReactNode;
  /** Icon buttons before the cross. */
  actions?: ReactNode;
  /** Without it the panel has no cross and stays open. */
  onClose?: (() => void) | undefined;
  /** The action of Escape, if not closing. */
  onEscape?: (() => void) | undefined;
  /** Buttons that stay visible at the bottom. */
  foot?: ReactNode;
  children: ReactNode;
  /**
   * Takes the focus when it opens, if a key opened it or it begins with a form. On by default when it has `onClose`.
   */
  takeFocus?: boolean | undefined;
}

/** Details beside the list, never over it. On a phone it fills the sheet. Escape closes it. Its parent is a `Split`. */
export function Panel({
  title,
  lead,
  actions,
  onClose,
  onEscape = onClose,
  foot,
  children,
  takeFocus = onClose !== undefined,
}: PanelProps): ReactNode {
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);

  // The element that had the focus before anything in the panel took it.
  const [returnTo] = useState(() => document.activeElement);
  useEffect(() => {
    const inside = panel.current?.contains(document.activeElement);
    if (takeFocus && !inside) panel.current?.focus({ preventScroll: true });
    return () => {
      // The focused element is gone: the focus returns to the opening element, or to the page heading.
      if (document.activeElement === document.body)
        (whereFrom(returnTo) ?? pageHeading())?.focus({ preventScroll: true });
    };
  }, [takeFocus, returnTo]);

  useEffect(() => {
    const element = panel.current;
    if (!element || !onEscape) return;
    const onKey = (event: KeyboardEvent) =>
      event.key === 'Escape' && !event.defaultPrevented && !closesAList(event.target) && onEscape();
    element.addEventListener('keydown', onKey);
    return () => element.removeEventListener('keydown', onKey);
  }, [onEscape]);

  return (
    <aside className="panel" aria-labelledby={titleId} tabIndex={-1} ref={panel}>
      <div className="panel-head">
        <div className="panel-title">
          <h2 id={titleId}>
            <bdi>{title}</bdi>
          </h2>
          {lead !== undefined && <p className="text-faint">{lead}</p>}
        </div>
        <div className="end">
          {actions}
          {onClose && <IconButton icon={XIcon} label={words.close} onClick={onClose} />}
        </div>
      </div>
      <div className="panel-body">{children}</div>
      {foot !== undefined && <div className="panel-foot">{foot}</div>}
    </aside>
  );
}

export interface SplitProps {
  children: ReactNode;
  /** A `Panel`; without one the list has the full width. */
  panel?: ReactNode;
  /** On a phone, which of the two is visible. */
  phone?: 'panel' | 'list' | undefined;
}

/** A list with its details beside it. The list keeps its scroll position and its selection. */
export function Split({ children, panel, phone = 'panel' }: SplitProps): ReactNode {
  const open = panel !== undefined && panel !== null && panel !== false;
  return (
    <div className={classNames('split', !open && 'alone', phone === 'list' && 'list-first')}>
      <div className="split-main">{children}</div>
      {panel}
    </div>
  );
}

function whereFrom(element: Element | null): HTMLElement | undefined {
  return element instanceof HTMLElement && element.isConnected && element !== document.body ? element : undefined;
}

/** The list of a combobox or a menu is open: Escape closes that list, not the panel with its input. */
function closesAList(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[aria-expanded="true"]') !== null;
}
