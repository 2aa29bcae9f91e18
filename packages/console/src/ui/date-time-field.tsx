import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { DateTimePicker } from './date-time-picker.tsx';
import { Field, type FieldProps } from './field.tsx';

export interface DateTimeFieldProps extends Omit<FieldProps, 'labelEnd'> {
  /** An instant, or null while none is entered. Shown and typed in the reader's own zone, to the minute. */
  value: Date | null;
  onChange: (value: Date | null) => void;
  /** The earliest and the latest instant. */
  min?: Date | undefined;
  max?: Date | undefined;
  /** A picked day means the end of that day. */
  endOfDay?: boolean | undefined;
}

let loaded: typeof DateTimePicker | undefined;

/**
 * A field for a date and a time. The picker's code is large, so it loads when the field is first shown. Until then the
 * browser's own field is shown, and it stays as long as it has the focus.
 */
export function DateTimeField(props: DateTimeFieldProps): ReactNode {
  const [Picker, setPicker] = useState(() => loaded);
  const focused = useRef(false);
  useEffect(() => {
    if (Picker) return;
    let unmounted = false;
    const show = ({ DateTimePicker }: typeof import('./date-time-picker.tsx')) => {
      loaded = DateTimePicker;
      if (!unmounted && !focused.current) setPicker(() => DateTimePicker);
    };
    // If the picker fails to load, keep the browser's own field.
    import('./date-time-picker.tsx').then(show, () => undefined);
    return () => {
      unmounted = true;
    };
  }, [Picker]);
  if (Picker) return <Picker {...props} />;

  const { label, hint, error, optional, hideLabel, value, onChange, min, max } = props;
  return (
    <Field label={label} hint={hint} error={error} optional={optional} hideLabel={hideLabel}>
      {(control) => (
        <input
          {...control}
          className="input"
          type="datetime-local"
          value={minuteOf(value)}
          min={minuteOf(min)}
          max={minuteOf(max)}
          onChange={({ target }) => onChange(target.value === '' ? null : new Date(target.value))}
          onFocus={() => {
            focused.current = true;
          }}
          onBlur={() => {
            focused.current = false;
            setPicker(() => loaded);
          }}
        />
      )}
    </Field>
  );
}

/** Returns the local time to the minute, in the format of the browser's own field: `2026-11-26T14:05`. */
function minuteOf(date: Date | null | undefined): string {
  if (!date) return '';
  const local = new Date(date);
  local.setMinutes(local.getMinutes() - local.getTimezoneOffset());
  return local.toISOString().slice(0, 16);
}
