import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { XIcon } from './icons.tsx';
import { pageHeading } from './page-heading.ts';
import { words } from './words.ts';
import './panel.css';

export interface PanelProps {
  title: ReactNode;
  /** Below the title, weaker. */
  lead?: ReactNode;
  /** Icon buttons before the cross. */
  actions?: ReactNode;
  /** Without it the panel has no cross and stays. */
  onClose?: (() => void) | undefined;
  /** What Escape does where that is not to close it. */
  onEscape?: (() => void) | undefined;
  /** Buttons that stay in sight at the bottom. */
  foot?: ReactNode;
  children: ReactNode;
  /** Move the focus here when it opens (the keyboard opened it, or a form starts here). On by default when it closes. */
  takeFocus?: boolean | undefined;
}

/** Details beside the list, never over it. On a phone it fills the sheet. Escape closes it. Lives in a `Split`. */
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

  // Where the focus was before anything in here took it.
  const [returnTo] = useState(() => document.activeElement);
  useEffect(() => {
    const inside = panel.current?.contains(document.activeElement);
    if (takeFocus && !inside) panel.current?.focus({ preventScroll: true });
    return () => {
      // It goes with what had the focus: back to where it came from, else to the heading of the page.
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
  /** A `Panel`, or nothing: then the list has the whole width. */
  panel?: ReactNode;
  /** On a phone, whether the panel or the list is seen when both are there. */
  phone?: 'panel' | 'list' | undefined;
}

/** A list with its details beside it. The list keeps its place and its selection. */
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

/** The list of a combobox or a menu is open: Escape is for it, and not for the panel with all that was typed. */
function closesAList(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[aria-expanded="true"]') !== null;
}
