export interface Listeners<T extends unknown[]> {
  /** @returns a function that ends the subscription */
  readonly add: (listener: (...values: T) => void) => () => void;
  readonly tell: (...values: T) => void;
}

/** Creates a list of listeners. A function may be added twice. Each subscription is called and ended separately. */
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
