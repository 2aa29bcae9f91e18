import type { ReactNode } from 'react';
import { type Choice, SegmentedControl } from '../ui/choices.tsx';
import { DateTimeField } from '../ui/date-time-field.tsx';

/** A chosen instant: a preset, or `on` for the day and time in the date field. */
export interface InstantValue<C extends string> {
  choice: C | 'on';
  /** The picked day and time. Kept while a preset is selected, so that it is not lost. */
  on: Date | null;
}

interface InstantChoiceProps<C extends string> {
  label: string;
  /** Must include the choice `on`. */
  choices: readonly Choice<C | 'on'>[];
  value: InstantValue<C>;
  onChange: (value: InstantValue<C>) => void;
  /** The label of the date field for screen readers. */
  dateLabel: string;
  min?: Date | undefined;
  max?: Date | undefined;
  /** A picked day means the end of that day. */
  endOfDay?: boolean | undefined;
  hint?: string | undefined;
  error?: string | undefined;
}

/** A choice of a start or an end: a preset, or a day and time in a field below it. */
export function InstantChoice<C extends string>({
  label,
  choices,
  value,
  onChange,
  dateLabel,
  hint,
  error,
  ...bounds
}: InstantChoiceProps<C>): ReactNode {
  const isOn = value.choice === 'on';
  return (
    <>
      <SegmentedControl
        label={label}
        showLabel
        wide
        choices={choices}
        value={value.choice}
        onChange={(choice) => onChange({ ...value, choice })}
        hint={hint}
        {...(!isOn && { error })}
      />
      {isOn && (
        <DateTimeField
          label={dateLabel}
          hideLabel
          value={value.on}
          onChange={(on) => onChange({ choice: 'on', on })}
          error={error}
          {...bounds}
        />
      )}
    </>
  );
}
