import type { ProofUse, UsedProof } from './verify/index.ts';

/**
 * Remembers used proofs in this process, so that each is accepted only once. The memory is limited in total and per
 * key.
 */
export interface ProcessReplayMemory {
  /**
   * Returns `used` also for a proof that is older than the memory. Returns `full` if the limit for this key is
   * reached.
   */
  take(proof: UsedProof): ProofUse;
}

export interface ReplayMemoryBounds {
  /** Seconds after which every proof is invalid. */
  readonly age: number;
  /** The maximum number of proofs of all keys. */
  readonly most: number;
  /** The maximum number of proofs per key. */
  readonly mostOfOne: number;
}

/**
 * Creates a memory of proofs, which are valid for `age` seconds after their creation. If more than `most` arrive in
 * that time, the memory forgets the oldest proofs. It then refuses every proof that is not newer than the forgotten
 * proofs. So a full memory never accepts a replay.
 *
 * The caller must refuse proofs with a future date. If the memory forgot such a proof, it would refuse every proof
 * until that date.
 */
export function createReplayMemory({ age, most, mostOfOne }: ReplayMemoryBounds): ProcessReplayMemory {
  /** The ids of all remembered proofs, grouped by the time of creation. */
  const slots = new Map<number, Map<string, string>>();
  const counts = new Map<string, number>();
  let size = 0;
  let floor = Number.NEGATIVE_INFINITY;
  let sweptAt = Number.NEGATIVE_INFINITY;
  const forget = (slot: number) => {
    for (const thumbprint of slots.get(slot)?.values() ?? []) {
      const left = (counts.get(thumbprint) ?? 0) - 1;
      if (left > 0) counts.set(thumbprint, left);
      else counts.delete(thumbprint);
      size -= 1;
    }
    slots.delete(slot);
    // Never lower this limit, even if the clock is set back. Otherwise, forgotten proofs could be accepted again.
    floor = Math.max(floor, slot);
  };
  const forgetOld = (now: number) => {
    const current = Math.floor(now / slotSeconds);
    if (current === sweptAt) return;
    sweptAt = current;
    for (const each of slots.keys()) if ((each + 1) * slotSeconds < now - age) forget(each);
  };
  return {
    take({ id, thumbprint, madeAt, now }) {
      forgetOld(now);
      const slot = Math.floor(madeAt / slotSeconds);
      if (slot <= floor) return 'used';
      const ids = slots.get(slot) ?? new Map<string, string>();
      if (ids.has(id)) return 'used';
      const count = counts.get(thumbprint) ?? 0;
      if (count >= mostOfOne) return 'full';
      slots.set(slot, ids.set(id, thumbprint));
      counts.set(thumbprint, count + 1);
      size += 1;
      while (size > most) forget(Math.min(...slots.keys()));
      return 'first';
    },
  };
}

const slotSeconds = 5;
