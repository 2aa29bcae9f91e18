import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { DateTimeField } from '../ui/date-time-field.tsx';
import { shortTime, useNow } from '../ui/time.tsx';
import { whenWords as words } from './words.ts';
import './when-choice.css';

/** A choice of an instant: now, a preset, or any day and hour. */
export function WhenChoice({
  at,
  choose,
  id,
}: {
  at: string | undefined;
  choose: (at: string | undefined) => void;
  /** The id of the form, for an `AskThenButton` outside of it. Without an id, the form contains the button. */
  id?: string | undefined;
}): ReactNode {
  const [draft, setDraft] = useState(at === undefined ? null : new Date(at));
  const now = useNow();
  return (
    <form
      {...(id !== undefined && { id })}
      className="stack when-form"
      onSubmit={(event) => {
        event.preventDefault();
        choose(draft?.toISOString());
      }}
      onKeyDownCapture={(event) => {
        // The segments of a date are not form fields, so Enter in them would not submit the form.
        const inDate = event.target instanceof Element && event.target.getAttribute('role') === 'spinbutton';
        if (event.key === 'Enter' && inDate && draft !== null) event.currentTarget.requestSubmit();
      }}
    >
      <div className="when-quick">
        <Button small onClick={() => choose(undefined)}>
          {words.backToNow}
        </Button>
        {whenPresets.map((preset) => (
          <Button
            key={preset}
            small
            title={shortTime(presetAt(preset, now))}
            onClick={() => choose(presetAt(preset, new Date()).toISOString())}
          >
            {words[preset]}
          </Button>
        ))}
      </div>
      <DateTimeField label={words.dayAndTime} value={draft} onChange={setDraft} />
      {id === undefined && <AskThenButton wide />}
    </form>
  );
}

/** The button that sends the chosen day and hour. */
export function AskThenButton(parts: { form?: string; wide?: boolean }): ReactNode {
  return (
    <Button type="submit" kind="primary" {...parts}>
      {words.askThen}
    </Button>
  );
}

/** A preset of the choice. */
type WhenPreset = 'yesterday' | 'aWeekAgo' | 'aMonthAgo' | 'endOfMonth' | 'endOfQuarter' | 'endOfYear';

const whenPresets: readonly WhenPreset[] = [
  'yesterday',
  'aWeekAgo',
  'aMonthAgo',
  'endOfMonth',
  'endOfQuarter',
  'endOfYear',
];

/**
 * The instant of a preset in the reader's time zone: the same time of day some days or a month ago, or the last minute
 * of the previous month, quarter or year.
 */
export function presetAt(preset: WhenPreset, now: Date): Date {
  const [year, month] = [now.getFullYear(), now.getMonth()];
  switch (preset) {
    case 'yesterday':
      return daysBefore(now, 1);
    case 'aWeekAgo':
      return daysBefore(now, 7);
    case 'aMonthAgo':
      // If the previous month is shorter, use its last day.
      return new Date(
        year,
        month - 1,
        Math.min(now.getDate(), lastDayOf(year, month - 1)),
        now.getHours(),
        now.getMinutes(),
      );
    case 'endOfMonth':
      return lastMinuteBefore(year, month);
    case 'endOfQuarter':
      return lastMinuteBefore(year, month - (month % 3));
    case 'endOfYear':
      return lastMinuteBefore(year, 0);
  }
}

const daysBefore = (now: Date, days: number) =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() - days, now.getHours(), now.getMinutes());

const lastDayOf = (year: number, month: number) => new Date(year, month + 1, 0).getDate();

const lastMinuteBefore = (year: number, month: number) => new Date(year, month, 0, 23, 59);
