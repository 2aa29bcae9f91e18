import { Children, type ReactNode } from 'react';
import { ChevronRightIcon } from './icons.tsx';
import { words } from './words.ts';

/** Tabs that are links, so that the open one is in the address. Children: `Tab` from links.tsx. */
export function Tabs({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <nav className="tabs" aria-label={label}>
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
