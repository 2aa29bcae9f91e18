import { Children, type ReactNode, useEffect, useRef } from 'react';
import { ChevronRightIcon } from './icons.tsx';
import { words } from './words.ts';
import './tabs.css';

/** Tabs that are links, so that the open one is in the address. Children: `Tab` from links.tsx. */
export function Tabs({ label, children }: { label: string; children: ReactNode }): ReactNode {
  const bar = useRef<HTMLElement>(null);
  const shown = useRef<{ tab: Element | null; width: number }>(undefined);
  // On a phone the bar is longer than the screen; the tab that opens comes into sight, also when counts widen the others.
  useEffect(() => {
    if (!bar.current) return;
    const [tab, width] = [bar.current.querySelector('[aria-current="page"]'), bar.current.scrollWidth];
    if (shown.current?.tab === tab && shown.current.width === width) return;
    shown.current = { tab, width };
    if (!tab) return;
    const [around, its] = [bar.current.getBoundingClientRect(), tab.getBoundingClientRect()];
    bar.current.scrollLeft += its.left - around.left - (around.width - its.width) / 2;
  });
  return (
    <nav className="tabs" aria-label={label} ref={bar}>
      {children}
    </nav>
  );
}

/** Where this page lies. Children: `Crumb` links from links.tsx, and the page itself as plain text at the end. */
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
