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
  /**
   * Called with the host element and its shadow root after their content was rendered.
   * @returns a function that undoes the effect
   */
  readonly onReady?: ((host: HTMLElement, shadow: ShadowRoot) => () => void) | undefined;
  /** The text in server-rendered HTML, where there is no shadow root. */
  readonly plain?: string | undefined;
  /** Receives the host element before its content is rendered. */
  readonly host?: RefObject<HTMLElement | null> | undefined;
  readonly children: ReactNode;
}

/**
 * Renders content in a shadow root, so that styles of the application's page do not affect it. The styles of the
 * content do not affect the page.
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
      // Use the top layer, where no ancestor clips the popover and no element covers it.
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

// On a server, there is no shadow root, and React 18 warns about layout effects.
const useReady = typeof document === 'undefined' ? useEffect : useLayoutEffect;
