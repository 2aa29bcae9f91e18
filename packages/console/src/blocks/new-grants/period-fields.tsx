import type { ReactNode } from 'react';
import { SegmentedControl } from '../../ui/choices.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { useNow } from '../../ui/time.tsx';
import { lengthText } from '../durations.ts';
import { type EndChoice, endOf, type StartChoice, sentenceTime } from './grant-period.ts';
import { formWords, words } from './words.ts';

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
        label={words.starts}
        showLabel
        wide
        choices={[
          { value: 'now', label: formWords.now },
          { value: 'on', label: formWords.on },
        ]}
        value={value.choice}
        onChange={(choice) => onChange({ ...value, choice })}
        {...(value.choice === 'now' && { error })}
      />
      {value.choice === 'on' && (
        <DateTimeField
          label={formWords.start}
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
  longest = null,
  error,
}: {
  value: EndValue;
  onChange: (value: EndValue) => void;
  /** From when on the shorter choices count; nothing for now. */
  start: Date | null;
  /** The longest that may be given, in seconds. */
  longest?: number | null | undefined;
  error?: string | undefined;
}): ReactNode {
  const now = useNow();
  const end = endOf(value.choice, value.on, start ?? now);
  const hint = end
    ? formWords.atInstant(sentenceTime(end, now))
    : end === null
      ? formWords.untilTaken
      : formWords.chooseWhen;
  const latest = longest === null ? undefined : new Date((start ?? now).getTime() + longest * 1000);
  const tooLong = latest !== undefined && longest !== null && (end === null || (end !== undefined && end > latest));
  const wrong = error ?? (tooLong ? formWords.tooLong(lengthText(longest)) : undefined);
  return (
    <>
      <SegmentedControl
        label={words.ends}
        showLabel
        wide
        choices={[
          { value: 'hours', label: formWords.hours },
          { value: 'tonight', label: formWords.tonight },
          { value: 'week', label: formWords.week },
          { value: 'on', label: formWords.on },
          { value: 'none', label: formWords.noEnd },
        ]}
        value={value.choice}
        onChange={(choice) => onChange({ ...value, choice })}
        hint={hint}
        {...(value.choice !== 'on' && { error: wrong })}
      />
      {value.choice === 'on' && (
        <DateTimeField
          label={formWords.end}
          hideLabel
          min={start ?? now}
          endOfDay={latest === undefined}
          value={value.on}
          onChange={(on) => onChange({ choice: 'on', on })}
          {...(latest && { max: latest })}
          error={wrong}
        />
      )}
    </>
  );
}
