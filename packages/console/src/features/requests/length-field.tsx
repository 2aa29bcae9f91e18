import type { ReactNode } from 'react';
import { lengthsUpTo, lengthText, shortLength, untilText } from '../../blocks/durations.ts';
import { SegmentedControl } from '../../ui/choices.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { useNow } from '../../ui/time.tsx';
import type { Draft } from './drafts.ts';
import type { Length } from './length.ts';
import { words } from './words.ts';
import './requests.css';

/** For how long: what was asked, the usual lengths below it, or until an instant; never more than was asked. */
export function LengthField({
  asked,
  length,
  onChange,
}: {
  asked: number;
  length: Length;
  onChange: (changes: Draft) => void;
}): ReactNode {
  const now = useNow();
  const latest = new Date(now.getTime() + asked * 1000);
  const choices = [
    ...lengthsUpTo(asked).map((seconds) => ({ value: String(seconds), label: shortLength(seconds) })),
    { value: UNTIL, label: words.until },
  ];
  const end = length.until ?? new Date(now.getTime() + length.seconds * 1000);
  return (
    <div className="request-length">
      <SegmentedControl
        label={words.howLong}
        showLabel
        wide
        choices={choices}
        value={length.until === undefined ? String(length.seconds) : UNTIL}
        onChange={(value) =>
          onChange(
            value === UNTIL
              ? { until: new Date(now.getTime() + length.seconds * 1000).toISOString(), seconds: undefined }
              : { until: undefined, seconds: Number(value) },
          )
        }
        hint={
          <>
            {words.askedFor(lengthText(asked))} {length.problem === undefined && words.clock(untilText(end, now))}
          </>
        }
      />
      {length.until !== undefined && (
        <DateTimeField
          label={words.untilField}
          value={length.until}
          min={now}
          max={latest}
          onChange={(until) => until && onChange({ until: until.toISOString(), seconds: undefined })}
          error={length.problem}
        />
      )}
    </div>
  );
}

const UNTIL = 'until';
