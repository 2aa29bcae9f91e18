/** The subscribers of an event. */
export interface Listeners<T extends unknown[]> {
  /** @returns ends it */
  readonly add: (listener: (...told: T) => void) => () => void;
  readonly tell: (...told: T) => void;
}

/** The same function may be added twice: each is called, and ended, separately. */
export const listeners = <T extends unknown[] = []>(): Listeners<T> => {
  const all = new Set<(...told: T) => void>();
  return {
    add: (listener) => {
      const own = (...told: T) => listener(...told);
      all.add(own);
      return () => {
        all.delete(own);
      };
    },
    tell: (...told) => {
      for (const listener of [...all]) listener(...told);
    },
  };
};
