'use client';

import { useEffect, useSyncExternalStore } from 'react';

/** A module that is loaded when it is first needed. */
export interface Later<Part> {
  /** The module; undefined until it is loaded, null if it could not be loaded. */
  readonly now: () => Part | null | undefined;
  /** Loads the module. Tries again after a failure. */
  readonly load: () => void;
  /** Forgets a failure, so that the next component that needs the module begins with `undefined`. */
  readonly forgive: () => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export const later = <Part>(fetchPart: () => Promise<Part>): Later<Part> => {
  const listeners = new Set<() => void>();
  let part: Part | null | undefined;
  let running = false;
  const end = (loaded: Part | null) => {
    part = loaded;
    running = false;
    for (const listener of listeners) listener();
  };
  return {
    now: () => part,
    load: () => {
      if (part || running) return;
      running = true;
      fetchPart().then(end, () => end(null));
    },
    forgive: () => {
      part ??= undefined;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

/** Returns the module, and loads it once it is wanted. */
export const useLater = <Part>(
  { now, load, forgive, subscribe }: Later<Part>,
  wanted: boolean,
): Part | null | undefined => {
  useEffect(() => {
    if (!wanted) return;
    load();
    return forgive;
  }, [wanted, load, forgive]);
  return useSyncExternalStore(subscribe, now, nothing);
};

const nothing = () => undefined;

/** A module that is never loaded. */
export const none: Later<never> = /* @__PURE__ */ later<never>(() => new Promise(() => {}));
