import { type ReactNode, useId, useState } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { SlidersIcon } from './icons.tsx';
import { words } from './words.ts';
import './filters.css';

/**
 * The filters of a list, in its `Tools`. On phones they are behind one button beside the search, so that the list
 * begins higher.
 */
export function Filters({
  active,
  children,
}: {
  /** The number of filters that are set. */ active: number;
  children: ReactNode;
}): ReactNode {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <Button
        className="filters-button only-on-phone"
        icon={SlidersIcon}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {words.filters(active)}
      </Button>
      <div id={id} className={classNames('filters', open && 'open')}>
        {children}
      </div>
    </>
  );
}

/** The number of values that are set. */
export const countSet = (values: readonly unknown[]): number => values.filter((value) => value !== undefined).length;
