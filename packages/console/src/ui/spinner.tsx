import type { ReactNode } from 'react';
import { VisuallyHidden } from './visually-hidden.tsx';
import './spinner.css';

/** A spinner of icon size. `label` is for screen readers. */
export function Spinner({ label }: { label?: string }): ReactNode {
  return (
    <>
      <span className="spinner" aria-hidden="true" />
      {label !== undefined && <VisuallyHidden>{label}</VisuallyHidden>}
    </>
  );
}
