/** Remembers what was used, so that it is used once; bounded, as a whole and for each owner. */
export interface Seen {
  /**
   * Takes `id`, when it comes for the first time. `at`: when it was made; `now`: both in seconds since the epoch. `used` also for
   * what is older than the memory reaches back; `full` when the owner has as many in it as one may have.
   */
  take(id: string, owner: string, at: number, now: number): 'taken' | 'used' | 'full';
}

export interface SeenBounds {
  /** Seconds after which a thing could not be used anyway. */
  readonly age: number;
  /** Things of all owners. */
  readonly most: number;
  /** Things of one owner. */
  readonly mostOfOne: number;
}

/**
 * A memory for what is used up to `age` seconds after it was made. When more than `most` come in that time, the oldest are
 * forgotten, and from then on whatever is as old is refused: a memory that is full never lets a replay through. What is from
 * the future must be refused before it comes here, or forgetting it would refuse everything until then.
 */
export function createSeen({ age, most, mostOfOne }: SeenBounds): Seen {
  /** By the time of its making: the owner of each. */
  const slots = new Map<number, Map<string, string>>();
  const owned = new Map<string, number>();
  let size = 0;
  let floor = Number.NEGATIVE_INFINITY;
  let looked = Number.NEGATIVE_INFINITY;
  const forget = (slot: number) => {
    for (const owner of slots.get(slot)?.values() ?? []) {
      const left = (owned.get(owner) ?? 0) - 1;
      if (left > 0) owned.set(owner, left);
      else owned.delete(owner);
      size -= 1;
    }
    slots.delete(slot);
    // Also when the clock is set back: what was forgotten is not taken again.
    floor = Math.max(floor, slot);
  };
  const forgetOld = (now: number) => {
    const current = Math.floor(now / slotSeconds);
    if (current === looked) return;
    looked = current;
    for (const each of slots.keys()) if ((each + 1) * slotSeconds < now - age) forget(each);
  };
  return {
    take(id, owner, at, now) {
      forgetOld(now);
      const slot = Math.floor(at / slotSeconds);
      if (slot <= floor) return 'used';
      const ids = slots.get(slot) ?? new Map<string, string>();
      if (ids.has(id)) return 'used';
      const count = owned.get(owner) ?? 0;
      if (count >= mostOfOne) return 'full';
      slots.set(slot, ids.set(id, owner));
      owned.set(owner, count + 1);
      size += 1;
      while (size > most) forget(Math.min(...slots.keys()));
      return 'taken';
    },
  };
}

const slotSeconds = 5;
