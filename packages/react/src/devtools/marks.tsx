'use client';

import type { ReactNode } from 'react';
import type { Box } from './boxes.ts';
import type { FoundGuard } from './find-guards.ts';
import { VerdictIcon, wordOf } from './verdict.tsx';

export interface MarksProps {
  readonly boxes: readonly Box[];
  readonly chosen: string | undefined;
  readonly onChoose: (guard: FoundGuard) => void;
}

/** Around every guarded element a line, and at its corner a label to press. Written by script, so no policy forbids the places. */
export const Marks = ({ boxes, chosen, onChoose }: MarksProps): ReactNode => (
  <>
    {boxes.map(({ id, guard, left, top, width, height }) => (
      <div
        key={id}
        className={`mark${guard.what.startsWith('use') ? ' hook' : ''}${guard.key === chosen ? ' chosen' : ''}`}
        data-may={guard.permitted ? '' : undefined}
        style={{ left: left - 3, top: top - 3, width: width + 6, height: height + 6 }}
      />
    ))}
    <ul aria-label="Guards on the page">
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
            {wordOf(guard.permitted)}
            <span className="name">{guard.label}</span>
          </button>
        </li>
      ))}
    </ul>
  </>
);

/** A label starts where its guard starts, or, where it would leave the page, ends where that ends. */
const sideOf = (left: number, right: number): { left: number } | { right: number } => {
  const { clientWidth } = document.documentElement;
  return left + WIDEST < clientWidth ? { left: Math.max(2, left) } : { right: Math.max(2, clientWidth - right) };
};

const WIDEST = 264;
