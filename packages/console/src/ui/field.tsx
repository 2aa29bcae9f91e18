import { type ReactNode, useId } from 'react';
import { NoIcon } from './state-icons.tsx';
import { words } from './words.ts';
import './field.css';

/** The properties of every field. */
export interface FieldProps {
  label: string;
  /** Below the field; an error replaces it. */
  hint?: ReactNode;
  /** What is wrong and what to do, without blame. */
  error?: string | undefined;
  optional?: boolean | undefined;
  /** Shows the label to screen readers only. */
  hideLabel?: boolean | undefined;
  /** At the end of the label's line, such as a link. */
  labelEnd?: ReactNode;
}

/** The ids that connect a control with its label, hint and error. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** A label above, a hint or error below, and the control between them. `children` gets the ids for the control. */
export function Field({
  label,
  hint,
  error,
  optional,
  hideLabel,
  labelEnd,
  children,
  id,
}: FieldProps & {
  id?: string | undefined;
  children: (control: FieldControl) => ReactNode;
}): ReactNode {
  const made = useId();
  const controlId = id ?? made;
  const noteId = `${controlId}-note`;
  const noted = error !== undefined || (hint !== undefined && hint !== null);
  const name = (
    <label htmlFor={controlId} className={hideLabel ? 'visually-hidden' : undefined}>
      {label}
      {optional && <span className="optional"> {words.optional}</span>}
    </label>
  );
  return (
    <div className="field">
      {labelEnd === undefined ? (
        name
      ) : (
        <div className="field-head">
          {name}
          {labelEnd}
        </div>
      )}
      {children({
        id: controlId,
        'aria-describedby': noted ? noteId : undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      <FieldNote id={noteId} hint={hint} error={error} />
    </div>
  );
}

/** The line below a field: the error if there is one, or else the hint. */
export function FieldNote({
  id,
  hint,
  error,
}: {
  id: string;
  hint?: ReactNode;
  error?: string | undefined;
}): ReactNode {
  if (error !== undefined) {
    return (
      <span className="field-error" id={id}>
        <NoIcon small />
        <span>{error}</span>
      </span>
    );
  }
  return hint === undefined || hint === null ? null : (
    <span className="hint" id={id}>
      {hint}
    </span>
  );
}
