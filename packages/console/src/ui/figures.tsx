import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { ArrowRightIcon } from './icons.tsx';
import { Skeleton } from './states.tsx';
import './figures.css';

/** Two to five figures in one frame. Children: `Figure` links. */
export function Figures({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <nav className="figures" aria-label={label}>
      {children}
    </nav>
  );
}

/** A figure that links to the list of what it counts. Without `value` it is loading. */
export const Figure = createLink(FigureAnchor);

interface FigureAnchorProps extends ComponentPropsWithRef<'a'> {
  label: string;
  value: string | undefined;
  /** One fact about the figure, on one line. */
  fact?: ReactNode;
}

function FigureAnchor({ label, value, fact, ...rest }: FigureAnchorProps): ReactNode {
  return (
    <a {...rest}>
      <span className="figure-label">
        {label}
        <ArrowRightIcon small />
      </span>{' '}
      <b>{value ?? <Skeleton width={40} />}</b>{' '}
      <span className="figure-fact ellipsis" title={typeof fact === 'string' ? fact : undefined}>
        {fact}
      </span>
    </a>
  );
}
