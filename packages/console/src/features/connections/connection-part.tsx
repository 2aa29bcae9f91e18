import type { ReactNode } from 'react';
import './connections.css';

/** A part of the form of a connection, under its own heading. */
export function ConnectionPart({ legend, children }: { legend: string; children: ReactNode }): ReactNode {
  return (
    <fieldset className="form connection-part">
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}
