import type { ReactNode } from 'react';
import { Pressable } from 'react-aria-components';
import { DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { hourText, shortDayText, tenseOf } from '../../blocks/tense.ts';
import { WhenChoice } from '../../blocks/when-choice.tsx';
import { ChevronsUpDownIcon } from '../../ui/icons.tsx';
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
