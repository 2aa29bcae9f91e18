import { type ReactNode, useState } from 'react';
import { Pressable } from 'react-aria-components';
import { DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { Button } from '../../ui/button.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { ChevronsUpDownIcon } from '../../ui/icons.tsx';
import { hourText, shortDayText, tenseOf } from './tense.ts';
import { words } from './words.ts';
import './gap.css';
import '../../ui/menu.css';
import './when-gap.css';

export interface WhenGapProps {
  at: string | undefined;
  onChange: (at: string | undefined) => void;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The gap for the time: now, or any day and hour. */
export function WhenGap({ at, onChange, open, onOpenChange }: WhenGapProps): ReactNode {
  const tense = tenseOf(at);
  const text = tense === 'now' || at === undefined ? words.now : `${shortDayText(at)}, ${hourText(at).split(',')[0]}`;
  const choose = (next: string | undefined) => {
    onOpenChange(false);
    onChange(next);
  };
  return (
    <DialogTrigger isOpen={open} onOpenChange={onOpenChange}>
      <Pressable>
        <button type="button" className="question-gap" aria-label={`${words.when}: ${text}`}>
          <span className="question-gap-text">{text}</span>
          <ChevronsUpDownIcon small />
        </button>
      </Pressable>
      <Popover className="menu when-popover" placement="bottom start" offset={4} aria-label={words.when}>
        <WhenChoice at={at} choose={choose} />
      </Popover>
    </DialogTrigger>
  );
}

const AGO = [
  [words.aDayAgo, 1],
  [words.aWeekAgo, 7],
  [words.aMonthAgo, 30],
  [words.aYearAgo, 365],
] as const;

function WhenChoice({ at, choose }: { at: string | undefined; choose: (at: string | undefined) => void }): ReactNode {
  const [draft, setDraft] = useState(at === undefined ? null : new Date(at));
  const ago = (days: number) => {
    const day = new Date();
    day.setDate(day.getDate() - days);
    day.setSeconds(0, 0);
    return day.toISOString();
  };
  return (
    <form
      className="stack when-form"
      onSubmit={(event) => {
        event.preventDefault();
        choose(draft?.toISOString());
      }}
    >
      <div className="when-quick">
        <Button small onClick={() => choose(undefined)}>
          {words.backToNow}
        </Button>
        {AGO.map(([label, days]) => (
          <Button key={days} small onClick={() => choose(ago(days))}>
            {label}
          </Button>
        ))}
      </div>
      <DateTimeField label={words.dayAndTime} value={draft} onChange={setDraft} />
      <Button type="submit" kind="primary" wide>
        {words.askThen}
      </Button>
    </form>
  );
}
