import type { ReactNode } from 'react';
import { useNow } from '../../ui/time.tsx';
import { lengthText } from '../durations.ts';
import { InstantChoice } from '../instant-choice.tsx';
import { type EndValue, endOf, type StartValue, sentenceTime } from './periods.ts';
import { formWords, words } from './words.ts';

interface PeriodFieldProps<V> {
  value: V;
  onChange: (value: V) => void;
  error?: string | undefined;
}

/** The start of a grant: now, or later. */
export function StartField(props: PeriodFieldProps<StartValue>): ReactNode {
  const now = useNow();
  return (
    <InstantChoice
      label={words.starts}
      choices={[
        { value: 'now', label: formWords.now },
        { value: 'on', label: formWords.on },
      ]}
      dateLabel={formWords.start}
      min={now}
      {...props}
    />
  );
}

/** The end of a grant: soon, on a date, or never. Also shows the instant in words. */
export function EndField({
  start,
  longest = null,
  error,
  ...props
}: PeriodFieldProps<EndValue> & {
  /** The start from which the durations count; null for now. */
  start: Date | null;
  /** The longest allowed period, in seconds. */
  longest?: number | null | undefined;
}): ReactNode {
  const now = useNow();
  const { choice, on } = props.value;
  const end = endOf(choice, on, start ?? now);
  const hint = end
    ? formWords.atInstant(sentenceTime(end, now))
    : end === null
      ? formWords.untilTaken
      : formWords.chooseWhen;
  const latest = longest === null ? undefined : new Date((start ?? now).getTime() + longest * 1000);
  const tooLong = latest !== undefined && longest !== null && (end === null || (end !== undefined && end > latest));
  return (
    <InstantChoice
      label={words.ends}
      choices={[
        { value: 'hours', label: formWords.hours },
        { value: 'tonight', label: formWords.tonight },
        { value: 'week', label: formWords.week },
        { value: 'on', label: formWords.on },
        { value: 'none', label: formWords.noEnd },
      ]}
      dateLabel={formWords.end}
      min={start ?? now}
      max={latest}
      endOfDay={latest === undefined}
      hint={hint}
      error={error ?? (tooLong ? formWords.tooLong(lengthText(longest)) : undefined)}
      {...props}
    />
  );
}
