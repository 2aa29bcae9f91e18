'use client';

import {
  createElement,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { panelSheet } from './styles.ts';

export interface ShellProps {
  readonly kind: 'popover' | 'card';
  readonly theme: 'light' | 'dark' | undefined;
  /** Called with the host element and its shadow root once their content is in place. @returns undoes it */
  readonly onReady?: ((host: HTMLElement, shadow: ShadowRoot) => () => void) | undefined;
  /** The text without a shadow root: in the HTML of a server. */
  readonly plain?: string | undefined;
  /** Called with the host element before anything is drawn in it. */
  readonly host?: RefObject<HTMLElement | null> | undefined;
  readonly children: ReactNode;
}

/**
 * An area of our own in another page: a shadow root, which the page's styles do not reach, and whose styles do not
 * reach the page.
 */
export const Shell = ({ kind, theme, onReady, plain, host, children }: ShellProps): ReactNode => {
  const [shadow, setShadow] = useState<ShadowRoot>();
  const attach = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return;
      if (host) host.current = element;
      const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
      const sheet = panelSheet();
      if (sheet && !root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [sheet];
      // The top layer: no ancestor clips it, and nothing covers it.
      if (kind === 'popover' && 'showPopover' in element) {
        element.setAttribute('popover', 'manual');
        element.showPopover();
      }
      setShadow(root);
    },
    [kind, host],
  );
  useReady(() => {
    if (shadow?.host instanceof HTMLElement) return onReady?.(shadow.host, shadow);
  }, [shadow, onReady]);
  return createElement(
    'licet-denied',
    { ref: attach, 'data-kind': kind, 'data-theme': theme },
    shadow ? createPortal(children, shadow) : plain,
  );
};

// A server attaches no shadow root, and React 18 warns of layout effects there.
const useReady = typeof document === 'undefined' ? useEffect : useLayoutEffect;
