import type { ReactNode } from 'react';
import { VisuallyHidden } from './visually-hidden.tsx';
import './spinner.css';

/** A turning ring in the size of an icon. `label` is read by screen readers. */
export function Spinner({ label }: { label?: string }): ReactNode {
  return (
    <>
      <span className="spinner" aria-hidden="true" />
      {label !== undefined && <VisuallyHidden>{label}</VisuallyHidden>}
    </>
  );
}
