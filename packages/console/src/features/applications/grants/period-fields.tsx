import type { ReactNode } from 'react';
import { SegmentedControl } from '../../../ui/choices.tsx';
import { DateTimeField } from '../../../ui/date-time-field.tsx';
import { useNow } from '../../../ui/time.tsx';
import { type EndChoice, endOf, type StartChoice, sentenceTime } from './grant-period.ts';

/** What is chosen for the end. */
export interface EndValue {
  choice: EndChoice;
  on: Date | null;
}

/** What is chosen for the start. */
export interface StartValue {
  choice: StartChoice;
  on: Date | null;
}

/** When a grant starts: at once, or later. */
export function StartField({
  value,
  onChange,
  error,
}: {
  value: StartValue;
  onChange: (value: StartValue) => void;
  error?: string | undefined;
}): ReactNode {
  const now = useNow();
  return (
    <>
      <SegmentedControl
        label="Starts"
        showLabel
        wide
        choices={[
          { value: 'now', label: 'Now' },
          { value: 'on', label: 'On…' },
        ]}
        value={value.choice}
        onChange={(choice) => onChange({ ...value, choice })}
        {...(value.choice === 'now' && { error })}
      />
      {value.choice === 'on' && (
        <DateTimeField
          label="Start"
          hideLabel
          min={now}
          value={value.on}
          onChange={(on) => onChange({ choice: 'on', on })}
          error={error}
        />
      )}
    </>
  );
}

/** When a grant ends: soon, on a date, or never. Says the instant in words. */
export function EndField({
  value,
  onChange,
  start,
  error,
  note,
}: {
  value: EndValue;
  onChange: (value: EndValue) => void;
  /** From when on the shorter choices count; nothing for now. */
  start: Date | null;
  error?: string | undefined;
  /** After the instant: "Starts now." */
  note?: string | undefined;
}): ReactNode {
  const now = useNow();
  const end = endOf(value.choice, value.on, start ?? now);
  const hint = end
    ? `${sentenceTime(end, now)}.`
    : end === null
      ? 'Until somebody takes it away.'
      : 'Choose the day and the time.';
  return (
    <>
      <SegmentedControl
        label="Ends"
        showLabel
        wide
        choices={[
          { value: 'hours', label: '2 h' },
          { value: 'tonight', label: 'Tonight' },
          { value: 'week', label: '1 week' },
          { value: 'on', label: 'On…' },
          { value: 'none', label: 'No end' },
        ]}
        value={value.choice}
        onChange={(choice) => onChange({ ...value, choice })}
        hint={[hint, note].filter(Boolean).join(' ')}
        {...(value.choice !== 'on' && { error })}
      />
      {value.choice === 'on' && (
        <DateTimeField
          label="End"
          hideLabel
          min={start ?? now}
          value={value.on}
          onChange={(on) => onChange({ choice: 'on', on })}
          error={error}
        />
      )}
    </>
  );
}
