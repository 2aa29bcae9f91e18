import type { ReactNode } from 'react';
import { lengthsUpTo, lengthText, shortLength, untilText } from '../../blocks/durations.ts';
import { SegmentedControl } from '../../ui/choices.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { useNow } from '../../ui/time.tsx';
import { words } from './words.ts';
import './inbox.css';
import { limits } from '@licet/contract';
import { useDraft } from '../../ui/form-draft.ts';

/**
 * Chooses the duration of the grant: as requested, a shorter preset, or until a chosen expiry. Never longer than
 * requested.
 */
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
    ...lengthsUpTo(asked).map((seconds) => ({
      value: String(seconds),
      label: seconds === asked ? words.askedLength(shortLength(seconds)) : shortLength(seconds),
    })),
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
            {length.seconds < asked && words.lessLong(lengthText(asked))}{' '}
            {length.problem === undefined && words.clock(untilText(end, now))}
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

/** The duration of a grant. */
export interface Length {
  /** Seconds from now; at most the requested duration. */
  readonly seconds: number;
  /** The chosen expiry. Undefined if the user chose a duration. */
  readonly until: Date | undefined;
  /** Why this duration is invalid. */
  readonly problem: string | undefined;
}

/**
 * Returns the duration in the draft. An expiry may exceed the requested duration by up to a minute, because time passes
 * while the user decides.
 */
export function lengthOf({ seconds, until }: Draft, asked: number, now: Date): Length {
  if (until === undefined) return { seconds: Math.min(seconds ?? asked, asked), until: undefined, problem: undefined };
  const end = new Date(until);
  const left = Math.floor((end.getTime() - now.getTime()) / 1000);
  const problem =
    left < limits.requestSecondsMin.value
      ? words.untilPast
      : left > asked + A_MINUTE
        ? words.untilMore(lengthText(asked))
        : undefined;
  return { seconds: Math.min(Math.max(left, limits.requestSecondsMin.value), asked), until: end, problem };
}

/** The duration as text: "for 2 hours", "until 16:32 today". */
export function lengthPhrase({ seconds, until }: Length, now: Date): string {
  return until === undefined ? words.forLong(lengthText(seconds)) : words.untilWhen(untilText(until, now));
}

const A_MINUTE = 60;

/** The values that the user entered for a request and has not sent yet. */
export interface Draft {
  /** The duration in seconds. Without `seconds` and `until`, the requested duration applies. */
  seconds?: number | undefined;
  until?: string | undefined;
  gives?: { kind: 'role' | 'permission'; id: string } | undefined;
  note?: string | undefined;
  /** The reason for a refusal. */
  denial?: string | undefined;
}

/** The draft for one request, which is kept while the user opens other requests. */
export const useRequestDraft = (request: string) => useDraft<Draft>(`request ${request}`, nothing);

const nothing = { seconds: undefined, until: undefined, gives: undefined, note: undefined, denial: undefined };
