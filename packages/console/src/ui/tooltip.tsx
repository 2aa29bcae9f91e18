import { type ReactNode, useEffect, useRef } from 'react';
import './tooltip.css';

export interface TooltipProps {
  /** The text of the tip. If it adds to the control's name, give the control `aria-describedby={id}`. */
  text: ReactNode;
  id?: string | undefined;
  children: ReactNode;
}

/** Shows a short text beside a control on hover and on keyboard focus. Escape hides it (WCAG 1.4.13). */
export function Tooltip({ text, id, children }: TooltipProps): ReactNode {
  const host = useRef<HTMLSpanElement>(null);
  const tip = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    if (host.current && tip.current) return attach(host.current, tip.current);
  }, []);

  return (
    <>
      <span className="tooltip-host" ref={host}>
        {children}
      </span>
      <span className="tooltip" role="tooltip" id={id} popover="manual" ref={tip}>
        {text}
      </span>
    </>
  );
}

const OPEN_DELAY_MS = 350;
const CLOSE_DELAY_MS = 120;
const GAP_PX = 6;

function attach(host: HTMLElement, tip: HTMLElement): () => void {
  let timer = 0;
  const controller = new AbortController();
  const { signal } = controller;
  const later = (action: () => void, delay: number) => {
    clearTimeout(timer);
    timer = window.setTimeout(action, delay);
  };
  // Only an open tip listens to the document: a table has hundreds of tips, and each would run for every key.
  let open: AbortController | undefined;
  const hide = () => {
    clearTimeout(timer);
    open?.abort();
    open = undefined;
    if (tip.matches(':popover-open')) tip.hidePopover();
  };
  const show = () => {
    const anchor = host.firstElementChild;
    if (!anchor?.isConnected || tip.matches(':popover-open')) return;
    tip.showPopover();
    place(anchor, tip);
    open = new AbortController();
    const { signal: closed } = open;
    document.addEventListener('keydown', (event) => event.key === 'Escape' && hide(), {
      signal: closed,
      capture: true,
    });
    document.addEventListener('scroll', hide, { signal: closed, capture: true, passive: true });
  };
  host.addEventListener('pointerenter', (event) => event.pointerType === 'mouse' && later(show, OPEN_DELAY_MS), {
    signal,
  });
  host.addEventListener('pointerleave', () => later(hide, CLOSE_DELAY_MS), { signal });
  tip.addEventListener('pointerenter', () => clearTimeout(timer), { signal });
  tip.addEventListener('pointerleave', () => later(hide, CLOSE_DELAY_MS), { signal });
  host.addEventListener('focusin', () => host.querySelector(':focus-visible') && show(), { signal });
  host.addEventListener('focusout', hide, { signal });
  host.addEventListener('click', () => (host.querySelector('[aria-disabled="true"]') ? show() : hide()), { signal });
  return () => {
    controller.abort();
    hide();
  };
}

function place(anchor: Element, tip: HTMLElement): void {
  const box = anchor.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const below = box.bottom + GAP_PX;
  const top = below + height > window.innerHeight ? box.top - GAP_PX - height : below;
  const left = Math.min(Math.max(box.left + box.width / 2 - width / 2, GAP_PX), window.innerWidth - width - GAP_PX);
  tip.style.setProperty('top', `${Math.max(top, GAP_PX)}px`);
  tip.style.setProperty('left', `${left}px`);
}
