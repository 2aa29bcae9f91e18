import { limits } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { useAsOf } from '../../session/as-of.ts';
import { SegmentedControl } from '../../ui/choices.tsx';
import { words } from './words.ts';

type Choice = 'quarter' | 'year';

/** Over which days a chart goes, and the choice of it. It ends at the instant that the console looks at. */
export interface Span {
  readonly days: number;
  readonly step: string;
  readonly query: { readonly from: string; readonly to: string; readonly by: 'day' | 'week' };
  readonly choice: ReactNode;
}

const DAY = 86_400_000;

export function useSpan(): Span {
  const [choice, setChoice] = useState<Choice>('quarter');
  const at = useAsOf();
  const end = Math.min(at === undefined ? Date.now() : Date.parse(at), Date.now());
  const days = choice === 'quarter' ? limits.usageWindow.value : 364;
  const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);
  return {
    days,
    step: choice === 'quarter' ? words.day : words.week,
    query: { from: dayOf(end - (days - 1) * DAY), to: dayOf(end), by: choice === 'quarter' ? 'day' : 'week' },
    choice: (
      <SegmentedControl
        label={words.span}
        choices={[
          { value: 'quarter', label: words.quarter },
          { value: 'year', label: words.year },
        ]}
        value={choice}
        onChange={setChoice}
      />
    ),
  };
}
