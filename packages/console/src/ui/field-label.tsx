import type { ReactNode } from 'react';
import { Label } from 'react-aria-components/Label';
import { classNames } from './class-names.ts';
import type { FieldProps } from './field.tsx';
import { words } from './words.ts';

/** The label of a React Aria field: a select, a picker or a date. */
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
