import type { ReactNode } from 'react';
import { Label } from 'react-aria-components/Label';
import { classNames } from './class-names.ts';
import type { FieldProps } from './field.tsx';
import { words } from './words.ts';

/** The label of a field that React Aria holds together: a select, a picker, a date. */
export function FieldLabel({
  label,
  optional,
  hideLabel,
}: Pick<FieldProps, 'label' | 'optional' | 'hideLabel'>): ReactNode {
  return (
    <Label className={classNames('label', hideLabel && 'visually-hidden')}>
      {label}
      {optional && <span className="optional"> {words.optional}</span>}
    </Label>
  );
}
