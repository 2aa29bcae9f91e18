import { limits } from '@licet/contract';
import { lengthText, untilText } from '../../blocks/durations.ts';
import type { Draft } from './drafts.ts';
import { words } from './words.ts';

/** For how long something is to be given. */
export interface Length {
  /** Seconds from now; at most what was asked. */
  readonly seconds: number;
  /** The end, when an end was chosen and not a length. */
  readonly until: Date | undefined;
  /** Why it cannot be given like that. */
  readonly problem: string | undefined;
}

/** Reads the length from the draft. A little over what was asked, as the clock moves on, is what was asked. */
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

/** "for 2 hours", "until 16:32 today". */
export function lengthPhrase({ seconds, until }: Length, now: Date): string {
  return until === undefined ? words.forLong(lengthText(seconds)) : words.untilWhen(untilText(until, now));
}

const A_MINUTE = 60;
