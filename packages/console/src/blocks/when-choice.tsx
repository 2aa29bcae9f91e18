import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { DateTimeField } from '../ui/date-time-field.tsx';
import { whenWords as words } from './words.ts';
import './when-choice.css';

// By name: what is loaded with the page has no language yet.
const AGO = [
  ['aDayAgo', 1],
  ['aWeekAgo', 7],
  ['aMonthAgo', 30],
  ['aYearAgo', 365],
] as const;

/** Now, a while ago, or any day and hour. */
export function WhenChoice({
  at,
  choose,
  id,
}: {
  at: string | undefined;
  choose: (at: string | undefined) => void;
  /** Of the form, for an `AskThenButton` that stands elsewhere; without it the form has its own. */
  id?: string | undefined;
}): ReactNode {
  const [draft, setDraft] = useState(at === undefined ? null : new Date(at));
  const ago = (days: number) => {
    const day = new Date();
    day.setDate(day.getDate() - days);
    day.setSeconds(0, 0);
    return day.toISOString();
  };
  return (
    <form
      {...(id !== undefined && { id })}
      className="stack when-form"
      onSubmit={(event) => {
        event.preventDefault();
        choose(draft?.toISOString());
      }}
      onKeyDownCapture={(event) => {
        // Parts of a date are no fields of a form: Enter in them would send nothing.
        const inDate = event.target instanceof Element && event.target.getAttribute('role') === 'spinbutton';
        if (event.key === 'Enter' && inDate && draft !== null) event.currentTarget.requestSubmit();
      }}
    >
      <div className="when-quick">
        <Button small onClick={() => choose(undefined)}>
          {words.backToNow}
        </Button>
        {AGO.map(([name, days]) => (
          <Button key={days} small onClick={() => choose(ago(days))}>
            {words[name]}
          </Button>
        ))}
      </div>
      <DateTimeField label={words.dayAndTime} value={draft} onChange={setDraft} />
      {id === undefined && <AskThenButton wide />}
    </form>
  );
}

/** Asks about the day and hour that are chosen. */
export function AskThenButton(parts: { form?: string; wide?: boolean }): ReactNode {
  return (
    <Button type="submit" kind="primary" {...parts}>
      {words.askThen}
    </Button>
  );
}
