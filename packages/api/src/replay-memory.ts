import type { ProofUse, UsedProof } from './verify/index.ts';

/** Remembers proofs in this process, so that each is used once; limited in total and for each key. */
export interface ProcessReplayMemory {
  /** `used` also for a proof older than the memory; `full` if the limit for this key is reached. */
  take(proof: UsedProof): ProofUse;
}

export interface ReplayMemoryBounds {
  /** Seconds after which a proof is invalid anyway. */
  readonly age: number;
  /** Proofs of all keys. */
  readonly most: number;
  /** Proofs of one key. */
  readonly mostOfOne: number;
}

/**
 * A memory of proofs that are valid for `age` seconds after their creation. If more than `most` arrive in that time, it
 * forgets the oldest and refuses every proof that is not newer than them, so a full memory never accepts a replay. The
 * caller must refuse proofs dated in the future first: forgetting one would refuse every proof until that time.
 */
export function createReplayMemory({ age, most, mostOfOne }: ReplayMemoryBounds): ProcessReplayMemory {
  /** The keys of all entries, by time of creation. */
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
    // Never lower the floor, even if the clock is set back: forgotten proofs must not be accepted again.
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
