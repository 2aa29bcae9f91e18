import { type ReactNode, useId } from 'react';
import { NoIcon } from './icon.tsx';
import { words } from './words.ts';
import './field.css';

/** The properties of every field. */
export interface FieldProps {
  label: string;
  /** Shown below the field, unless there is an error. */
  hint?: ReactNode;
  /** What is wrong and what to do, in one sentence. */
  error?: string | undefined;
  optional?: boolean | undefined;
  /** Hides the label except from screen readers. */
  hideLabel?: boolean | undefined;
  /** Content at the end of the label's line, such as a link. */
  labelEnd?: ReactNode;
}

/** The ids that connect a control with its label, hint and error. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** A control with its label above and its hint or error below. `children` renders the control with the ids it needs. */
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
  const generatedId = useId();
  const controlId = id ?? generatedId;
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
