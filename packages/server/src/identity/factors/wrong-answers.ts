import { setTimeout as wait } from 'node:timers/promises';
import { limits } from '@licet/contract';
import type { KeptHash } from './imported-hashes.ts';

/** What is known of the passwords from elsewhere that are kept, by what comparing one costs. */
export interface CostSource {
  /** One of each cost. */
  readonly kept: () => Promise<readonly KeptHash[]>;
  /** Compares some password with one, in turn with all others, and answers the milliseconds that it took. */
  readonly measure: (kept: KeptHash) => Promise<number>;
}

/**
 * Keeps wrong answers from telling by their time whose password came from elsewhere: as long as any is kept, every wrong answer
 * takes at least as long as comparing the costliest. Where none is kept nothing is waited for.
 */
export function wrongAnswers({ kept, measure }: CostSource) {
  const times = new Map<string, number>();
  let known: readonly string[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  const readAgain = async () => {
    const found = await kept();
    for (const each of found) if (!times.has(each.cost)) note(each.cost, await measure(each));
    known = found.map(({ cost }) => cost);
    readAt = performance.now();
  };
  const note = (cost: string, took: number) => {
    times.set(cost, Math.max(took, (times.get(cost) ?? 0) * fading));
  };
  return {
    /** Notes how long it took to compare one. */
    took(cost: string, milliseconds: number): void {
      note(cost, milliseconds);
      if (!known.includes(cost)) known = [...known, cost];
    },
    /** The same of one that is not kept here, as long as a directory takes that is well. */
    tookElsewhere(milliseconds: number): void {
      note(elsewhere, Math.min(milliseconds, limits.ldapAnswerTime.value));
    },
    /** Waits until an answer that took so long so far may be given. */
    async wait(begun: number): Promise<void> {
      if (performance.now() - readAt > limits.importedCostsAge.value * 1000) {
        reading ??= readAgain().finally(() => {
          reading = undefined;
        });
        await reading;
      }
      const step = Math.max(0, ...[...known, elsewhere].map((cost) => times.get(cost) ?? 0)) * room;
      if (step === 0) return;
      const spent = performance.now() - begun;
      await wait(Math.ceil(spent / step) * step - spent);
    },
  };
}

/** What directories cost, which nobody has measured before one was asked. */
const elsewhere = 'elsewhere';
/** What took long once, because the machine was busy, counts a little less each time. */
const fading = 0.98;
/** The next one may take a little longer than any before. */
const room = 1.5;
