/** Remembers what was used, so that it is used once; bounded. */
export interface Seen {
  /**
   * Whether `id` comes for the first time. `at`: when it was made; `now`: both in seconds since the epoch.
   * False also for what is older than the memory reaches back.
   */
  first(id: string, at: number, now: number): boolean;
}

/**
 * A memory for what is made up to `age` seconds before or after its use. When more than `most` come in that time, the oldest
 * are forgotten, and from then on whatever is as old is refused: a memory that is full never lets a replay through.
 */
export function createSeen(age: number, most: number): Seen {
  const slots = new Map<number, Set<string>>();
  let size = 0;
  let floor = Number.NEGATIVE_INFINITY;
  const forget = (slot: number) => {
    size -= slots.get(slot)?.size ?? 0;
    slots.delete(slot);
    // Also when the clock is set back: what was forgotten is not taken again.
    floor = Math.max(floor, slot);
  };
  return {
    first(id, at, now) {
      const slot = Math.floor(at / slotSeconds);
      if (slot <= floor) return false;
      const ids = slots.get(slot) ?? new Set();
      if (ids.has(id)) return false;
      if (ids.size === 0) {
        slots.set(slot, ids);
        for (const each of slots.keys()) if ((each + 1) * slotSeconds < now - age) forget(each);
      }
      ids.add(id);
      size += 1;
      while (size > most) forget(Math.min(...slots.keys()));
      return true;
    },
  };
}

const slotSeconds = 5;
