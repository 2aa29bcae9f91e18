import { useEffect } from 'react';

/**
 * Hands the focus on when the focused element is removed, for example a button that its own press makes disappear.
 * Otherwise the browser focuses nothing, and the next Tab begins at the top of the page. The focus goes to the control
 * that replaces the element, or else to the nearest part of the page that can have it.
 *
 * Waits two frames, because dialogs, menus and panels return the focus themselves.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: HTMLElement | undefined;
    let around: readonly Element[] = [];
    let frame = 0;
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      last = target;
      around = ancestorsOf(target);
    };
    const keep = () => {
      if (!last || last.isConnected || document.activeElement !== document.body) return;
      const name = nameOf(last);
      const place = around.find((ancestor) => ancestor.isConnected && ancestor !== document.body);
      last = undefined;
      const same = [...(place?.querySelectorAll<HTMLElement>('button, a') ?? [])].find((it) => nameOf(it) === name);
      const near = place?.closest<HTMLElement>('[tabindex]');
      (same ?? near ?? document.getElementById('main'))?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      if (!last || last.isConnected) return;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(keep);
      });
    });
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', remember);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      document.removeEventListener('focusin', remember);
    };
  }, []);
}

function ancestorsOf(element: Element): Element[] {
  const ancestors: Element[] = [];
  for (let at = element.parentElement; at; at = at.parentElement) ancestors.push(at);
  return ancestors;
}

const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent;
