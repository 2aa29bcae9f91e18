import { limits } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { useAsOf } from '../../session/as-of.ts';
import { SegmentedControl } from '../../ui/choices.tsx';
import { words } from './words.ts';

type Choice = 'quarter' | 'year';

/** The number of days in a chart, and the control that chooses it. The last day is that of the shown instant. */
export interface Span {
  readonly days: number;
  readonly step: string;
  readonly query: { readonly from: string; readonly to: string; readonly by: 'day' | 'week' };
  /** The control that chooses the number of days. Undefined if both choices would show the same days. */
  readonly choice: ReactNode;
  /** Whether the object is too new for a chart. */
  readonly young: boolean;
}

const DAY = 86_400_000;
const DAYS_OF_A_PICTURE = 3;

/** The default span of a chart. */
export function useUsualSpan(since: string): Span['query'] {
  const { age, days, ...query } = spanOf('quarter', useEnd(), since);
  return query;
}

/** The shown instant in milliseconds, at most now. */
function useEnd(): number {
  const at = useAsOf();
  return Math.min(at === undefined ? Date.now() : Date.parse(at), Date.now());
}

function spanOf(choice: Choice, end: number, since?: string): Span['query'] & { age: number; days: number } {
  const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);
  const most = choice === 'quarter' ? limits.usageWindow.value : 364;
  const age =
    since === undefined ? most : Math.round((Date.parse(dayOf(end)) - Date.parse(since.slice(0, 10))) / DAY) + 1;
  const days = Math.min(most, Math.max(age, 1));
  const from = dayOf(end - (days - 1) * DAY);
  return { age, days, from, to: dayOf(end), by: choice === 'quarter' ? 'day' : 'week' };
}

/** @param since when the object was created; the chart begins no earlier */
export function useSpan(since?: string): Span {
  const [choice, setChoice] = useState<Choice>('quarter');
  const end = useEnd();
  const { age, days, ...query } = spanOf(choice, end, since);
  return {
    days,
    step: choice === 'quarter' ? words.day : words.week,
    query,
    young: days < DAYS_OF_A_PICTURE,
    choice:
      age > limits.usageWindow.value || since === undefined ? (
        <SegmentedControl
          label={words.span}
          choices={[
            { value: 'quarter', label: words.quarter },
            { value: 'year', label: words.year },
          ]}
          value={choice}
          onChange={setChoice}
        />
      ) : null,
  };
}
