'use client';

import { createElement, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { AccessContext } from '../access-provider.ts';
import { Mark } from '../denied/icons.tsx';
import { adopt } from '../denied/sheet.ts';
import type { Language } from '../language.ts';
import { type Box, boxesOf } from './boxes.ts';
import { Dock } from './dock.tsx';
import { type FoundGuard, findGuards } from './find-guards.ts';
import { devtoolsSheet } from './styles.ts';
import { VerdictIcon, wordOf } from './verdict.tsx';
import { TextsContext, useTexts, useTextsIn } from './words.ts';

interface MarksProps {
  readonly boxes: readonly Box[];
  readonly chosen: string | undefined;
  readonly onChoose: (guard: FoundGuard) => void;
}

/**
 * Draws a line around every guarded element, with a label at its corner. A script sets the positions, so that no
 * Content-Security-Policy blocks them.
 */
const Marks = ({ boxes, chosen, onChoose }: MarksProps): ReactNode => {
  const texts = useTexts();
  return (
    <>
      {boxes.map(({ id, guard, left, top, width, height }) => (
        <div
          key={id}
          className={`mark${guard.what.startsWith('use') ? ' hook' : ''}${guard.key === chosen ? ' chosen' : ''}`}
          data-may={guard.permitted ? '' : undefined}
          style={{ left: left - 3, top: top - 3, width: width + 6, height: height + 6 }}
        />
      ))}
      <ul aria-label={texts.onPage} lang={texts.language}>
        {boxes.map(({ id, guard, above, left, top, width }) => (
          <li key={id}>
            <button
              type="button"
              className={`chip${guard.key === chosen ? ' chosen' : ''}`}
              data-may={guard.permitted ? '' : undefined}
              style={{ ...sideOf(left - 3, left + width + 3), top: Math.max(2, top - 25 - above * 25) }}
              onClick={() => onChoose(guard)}
            >
              <VerdictIcon permitted={guard.permitted} />
              {wordOf(texts, guard.permitted)}
              <span className="name">{guard.label}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
};

/** Aligns a label with the left edge of its guard, or with the right edge if the label would leave the page. */
const sideOf = (left: number, right: number): { left: number } | { right: number } => {
  const { clientWidth } = document.documentElement;
  return left + WIDEST < clientWidth ? { left: Math.max(2, left) } : { right: Math.max(2, clientWidth - right) };
};

const WIDEST = 264;

interface Page {
  readonly guards: readonly FoundGuard[];
  readonly boxes: readonly Box[];
}

/**
 * Returns the guards on the page and their positions, updated whenever they change or move. Empty while the devtools
 * are closed.
 */
const useGuards = (host: Element | null, on: boolean): Page => {
  const [page, setPage] = useState(EMPTY);
  useEffect(() => {
    if (!host || !on) return;
    let frame = 0;
    const look = () => {
      const guards = findGuards(host);
      setPage({ guards, boxes: boxesOf(guards) });
    };
    const soon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    look();
    const mutations = new MutationObserver(soon);
    mutations.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    // Detects movements that do not change the document, and results of hooks that render nothing.
    const timer = setInterval(look, 1000);
    window.addEventListener('scroll', soon, { capture: true, passive: true });
    window.addEventListener('resize', soon);
    return () => {
      cancelAnimationFrame(frame);
      mutations.disconnect();
      clearInterval(timer);
      window.removeEventListener('scroll', soon, { capture: true });
      window.removeEventListener('resize', soon);
    };
  }, [host, on]);
  return on ? page : EMPTY;
};

const EMPTY: Page = { guards: [], boxes: [] };

export interface LicetDevtoolsProps {
  /** Whether the tools are open at first. Ctrl+Alt+L opens and closes them. */
  readonly open?: boolean | undefined;
  /** `light` or `dark`, instead of the system's preference. */
  readonly theme?: 'light' | 'dark' | undefined;
  /** `en` or `de`, instead of the page's `lang` and the browser's language. Other languages are shown in English. */
  readonly language?: Language | undefined;
}

/**
 * Shows every guard of the page with its requirement, decision and reason. Use it only in development, and import it
 * on demand. Render it below an `AccessProvider`, in the same React root as the guards.
 *
 * @example
 * import { lazy, Suspense } from 'react';
 *
 * const Devtools = lazy(async () => ({ default: (await import('@licet/react/devtools')).LicetDevtools }));
 * const asked = new URLSearchParams(location.search).has('licet');
 * const tools = asked && <Suspense><Devtools /></Suspense>;
 */
export const LicetDevtools = ({ open = true, theme, language }: LicetDevtoolsProps): ReactNode => {
  const access = useContext(AccessContext);
  const texts = useTextsIn(language);
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
      // AltGr counts as Ctrl and Alt together, but types letters.
      if (!event.ctrlKey || !event.altKey || event.code !== 'KeyL' || event.getModifierState('AltGraph')) return;
      event.preventDefault();
      toggle(!on);
    };
    window.addEventListener('keydown', key, true);
    return () => window.removeEventListener('keydown', key, true);
  }, [on, toggle]);
  useEffect(() => {
    // Focus the search only if the user opened the tools. Loading the page must not move the focus.
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
          {texts.tools}
        </button>
      )}
    </div>
  );
  return createElement(
    'licet-devtools',
    { ref: attach, 'data-theme': theme },
    shadow && createPortal(<TextsContext.Provider value={texts}>{shown}</TextsContext.Provider>, shadow),
  );
};
