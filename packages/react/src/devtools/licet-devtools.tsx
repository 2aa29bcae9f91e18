'use client';

import { createElement, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { AccessContext } from '../access-provider.ts';
import { Mark } from '../denied/icons.tsx';
import { adopt } from '../denied/sheet.ts';
import { Dock } from './dock.tsx';
import { Marks } from './marks.tsx';
import { devtoolsSheet } from './styles.ts';
import { useGuards } from './use-guards.ts';

export interface LicetDevtoolsProps {
  /** Whether it is open when it is first shown; Ctrl+Alt+L opens and closes it. */
  readonly open?: boolean | undefined;
  /** `light` or `dark`, whatever the person's system prefers. */
  readonly theme?: 'light' | 'dark' | undefined;
}

/**
 * Shows every guard of the page: what it wants, the decision, and how that comes. For development: import it only when it is
 * asked for, below an `AccessProvider`, in the same React root as what is looked at.
 *
 * @example
 * import { lazy, Suspense } from 'react';
 *
 * const Devtools = lazy(async () => ({ default: (await import('@licet/react/devtools')).LicetDevtools }));
 * const asked = new URLSearchParams(location.search).has('licet');
 * const tools = asked && <Suspense><Devtools /></Suspense>;
 */
export const LicetDevtools = ({ open = true, theme }: LicetDevtoolsProps): ReactNode => {
  const access = useContext(AccessContext);
  const [shadow, setShadow] = useState<ShadowRoot | null>(null);
  const [on, setOn] = useState(open);
  const [chosen, setChosen] = useState<string>();
  const search = useRef<HTMLInputElement>(null);
  const before = useRef<Element | null>(null);
  const page = useGuards(shadow?.host ?? null, on);

  const attach = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    adopt(root, devtoolsSheet());
    if ('showPopover' in element) {
      element.setAttribute('popover', 'manual');
      element.showPopover();
    }
    setShadow(root);
  }, []);

  const toggle = useCallback((next: boolean) => {
    setOn(next);
    setChosen(undefined);
    if (next) before.current = document.activeElement;
    else if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      // AltGr, which counts as both, writes letters.
      if (!event.ctrlKey || !event.altKey || event.code !== 'KeyL' || event.getModifierState('AltGraph')) return;
      event.preventDefault();
      toggle(!on);
    };
    window.addEventListener('keydown', key, true);
    return () => window.removeEventListener('keydown', key, true);
  }, [on, toggle]);
  useEffect(() => {
    // Only where it was opened by hand: nobody's focus is taken when the page is loaded.
    if (on && before.current) search.current?.focus({ preventScroll: true });
  }, [on]);

  const guard = page.guards.find(({ key }) => key === chosen);
  const choose = useCallback((next: { key: string } | undefined) => {
    setChosen(next?.key);
    if (!next) requestAnimationFrame(() => search.current?.focus({ preventScroll: true }));
  }, []);
  const shown = (
    <div className="all">
      {on ? (
        <>
          <Dock
            access={access}
            guards={page.guards}
            chosen={guard}
            search={search}
            onChoose={choose}
            onClose={() => toggle(false)}
          />
          <Marks boxes={page.boxes} chosen={chosen} onChoose={choose} />
        </>
      ) : (
        <button type="button" className="launch" onClick={() => toggle(true)}>
          <Mark />
          Licet devtools
        </button>
      )}
    </div>
  );
  return createElement('licet-devtools', { ref: attach, 'data-theme': theme }, shadow && createPortal(shown, shadow));
};
