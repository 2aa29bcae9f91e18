import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { pageHeading } from './dialog.tsx';
import { XIcon } from './icons.tsx';
import { Skeleton, SkeletonLines } from './states.tsx';
import { words } from './words.ts';
import './panel.css';

export interface PanelProps {
  title: ReactNode;
  /** Secondary text below the title. */
  lead?: ReactNode;
  /** Icon buttons before the close button. */
  actions?: ReactNode;
  /** Closes the panel. Without it there is no close button. */
  onClose?: (() => void) | undefined;
  /** Called for Escape instead of `onClose`. */
  onEscape?: (() => void) | undefined;
  /** Buttons that stay visible at the bottom. */
  foot?: ReactNode;
  children: ReactNode;
  /**
   * Whether the panel takes the focus when it opens. Set it if a key opened the panel, or if the panel begins with a
   * form. On by default if the panel has `onClose`.
   */
  takeFocus?: boolean | undefined;
  /** Whether the panel only keeps the place of another one, whose data is loading. */
  onItsWay?: boolean | undefined;
}

/**
 * Whether the focus was outside of a panel that only kept the place of the next one. The next panel then leaves the focus where the user
 * has moved it meanwhile.
 */
let isFocusElsewhere = false;

/** The details beside a list, inside a `Split`. On a phone it fills the sheet. Escape closes it. */
export function Panel({
  title,
  lead,
  actions,
  onClose,
  onEscape = onClose,
  foot,
  children,
  takeFocus = onClose !== undefined,
  onItsWay = false,
}: PanelProps): ReactNode {
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);

  // The element that had the focus before the panel took it.
  const [returnTo] = useState(() => document.activeElement);
  useEffect(() => {
    const inside = panel.current?.contains(document.activeElement);
    // If the address opened the panel, and not a row of the list, the user may have moved the focus elsewhere
    // meanwhile.
    const away = onItsWay && !isNear(panel.current, document.activeElement);
    if (takeFocus && !inside && !away && !isFocusElsewhere) panel.current?.focus({ preventScroll: true });
    return () => {
      // The next panel appears in the same update.
      isFocusElsewhere = onItsWay && document.activeElement !== document.body;
      queueMicrotask(() => {
        isFocusElsewhere = false;
      });
      // The focused element was removed with the panel: return the focus to the opening element, or else to the page
      // heading.
      if (document.activeElement === document.body)
        (whereFrom(returnTo) ?? pageHeading())?.focus({ preventScroll: true });
    };
  }, [takeFocus, onItsWay, returnTo]);

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
  /** A `Panel`. Without one, the list has the full width. */
  panel?: ReactNode;
  /** Whether the address opens a row of the list, and the list is still loading. Keeps the place of the panel. */
  awaits?: boolean | undefined;
  /** Which of panel and list is visible on a phone. */
  phone?: 'panel' | 'list' | undefined;
}

/** A list with its details beside it. The list keeps its scroll position and its selection. */
export function Split({ children, panel: own, awaits = false, phone = 'panel' }: SplitProps): ReactNode {
  const panel = awaits ? <PanelOnItsWay /> : own;
  const open = panel !== undefined && panel !== null && panel !== false;
  return (
    <div className={classNames('split', !open && 'alone', phone === 'list' && 'list-first')}>
      <div className="split-main">{children}</div>
      {panel}
    </div>
  );
}

function PanelOnItsWay(): ReactNode {
  return (
    <Panel onItsWay title={<Skeleton width={140} />}>
      <SkeletonLines />
    </Panel>
  );
}

/** Whether nothing has the focus but the page, or a part of the list beside the panel has it. */
const isNear = (panel: Element | null, focus: Element | null): boolean =>
  focus === null ||
  focus === document.body ||
  focus.id === 'main' ||
  panel?.closest('.split')?.contains(focus) === true;

function whereFrom(element: Element | null): HTMLElement | undefined {
  return element instanceof HTMLElement && element.isConnected && element !== document.body ? element : undefined;
}

/** Whether Escape closes an open list of a combobox or a menu. That Escape must not also close the panel around it. */
function closesAList(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[aria-expanded="true"]') !== null;
}
