/** The subscribers of an event. */
export interface Listeners<T extends unknown[]> {
  /** @returns ends it */
  readonly add: (listener: (...values: T) => void) => () => void;
  readonly tell: (...values: T) => void;
}

/** A function may be added twice. Each subscription is called and ended separately. */
export const listeners = <T extends unknown[] = []>(): Listeners<T> => {
  const all = new Set<(...values: T) => void>();
  return {
    add: (listener) => {
      const own = (...values: T) => listener(...values);
      all.add(own);
      return () => {
        all.delete(own);
      };
    },
    tell: (...values) => {
      for (const listener of [...all]) listener(...values);
    },
  };
};
