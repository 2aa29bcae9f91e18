import { Children, type ReactNode, useEffect, useRef } from 'react';
import { ChevronRightIcon } from './icons.tsx';
import { words } from './words.ts';
import './tabs.css';

/** Tabs that are links, so that the URL contains the open one. Children: `Tab` from links.tsx. */
export function Tabs({ label, children }: { label: string; children: ReactNode }): ReactNode {
  const bar = useRef<HTMLElement>(null);
  const shown = useRef<TabView>(undefined);
  // On a phone the bar is wider than the screen: scroll to the open tab, and again if counts make the tabs wider.
  useEffect(() => {
    if (bar.current) shown.current = bringIntoSight(bar.current, shown.current);
  });
  // Scroll again when the window is resized or the phone is turned.
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const resized = new ResizeObserver(() => {
      shown.current = bringIntoSight(element, shown.current);
    });
    resized.observe(element);
    return () => resized.disconnect();
  }, []);
  return (
    <nav className="tabs" aria-label={label} ref={bar}>
      {children}
    </nav>
  );
}

/**
 * The tab to which the bar was last scrolled, and the widths at that time. While they are unchanged, the bar does not
 * scroll again, so it stays where the user has scrolled it.
 */
type TabView = { tab: Element | null; room: number; width: number } | undefined;

function bringIntoSight(bar: HTMLElement, before: TabView): TabView {
  const shown = {
    tab: bar.querySelector('[aria-current="page"]'),
    room: bar.clientWidth,
    width: bar.scrollWidth,
  };
  if (before?.tab === shown.tab && before.room === shown.room && before.width === shown.width) return before;
  if (shown.tab) {
    const [around, its] = [bar.getBoundingClientRect(), shown.tab.getBoundingClientRect()];
    bar.scrollLeft += its.left - around.left - (around.width - its.width) / 2;
  }
  return shown;
}

/** The path to this page. Children: `Crumb` links from links.tsx, and the page itself as plain text at the end. */
export function Breadcrumbs({ children }: { children: ReactNode }): ReactNode {
  const steps = Children.toArray(children);
  return (
    <nav className="crumbs" aria-label={words.breadcrumbs}>
      <ol>
        {steps.map((step, index) => (
          <li key={index === 0 ? 'first' : `step-${index}`}>
            {index > 0 && <ChevronRightIcon small />}
            {step}
          </li>
        ))}
      </ol>
    </nav>
  );
}
