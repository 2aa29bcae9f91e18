import { lazy, type ReactNode, Suspense } from 'react';
import { Field, type FieldProps } from './field.tsx';

export interface DateTimeFieldProps extends Omit<FieldProps, 'labelEnd'> {
  /** An instant, or nothing yet. Shown and typed in the reader's own zone, to the minute. */
  value: Date | null;
  onChange: (value: Date | null) => void;
  /** Not before, not after. */
  min?: Date | undefined;
  max?: Date | undefined;
  /** A day that is picked is meant to its end, not to the time of day that it is now. */
  endOfDay?: boolean | undefined;
}

const DateTimePicker = lazy(() =>
  import('./date-time-picker.tsx').then((module) => ({ default: module.DateTimePicker })),
);

/** A date with a time. The picker is heavy, so it comes when it is first shown; its place is kept meanwhile. */
export function DateTimeField(props: DateTimeFieldProps): ReactNode {
  const { label, hint, error, optional, hideLabel } = props;
  return (
    <Suspense
      fallback={
        <Field {...{ label, hint, error, optional, hideLabel }}>
          {(control) => <input {...control} className="input" disabled aria-busy />}
        </Field>
      }
    >
      <DateTimePicker {...props} />
    </Suspense>
  );
}
