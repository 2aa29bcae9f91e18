import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** A part of the console that loads when it is first needed. Once loaded, it renders without a fallback. */
export interface LatePart<Part> {
  readonly loaded: () => Part | undefined;
  /** Loads the part once. Tries again after a failure. */
  readonly load: () => Promise<Part>;
  readonly subscribe: (listener: () => void) => () => void;
}

export function latePart<Part>(fetchPart: () => Promise<Part>): LatePart<Part> {
  const listeners = new Set<() => void>();
  let part: Part | undefined;
  let loading: Promise<Part> | undefined;
  const keep = (fetched: Part) => {
    part = fetched;
    for (const listener of listeners) listener();
    return fetched;
  };
  return {
    loaded: () => part,
    load: () => {
      loading ??= fetchPart().then(keep, (error: unknown) => {
        loading = undefined;
        throw error;
      });
      return loading;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns a part once it is loaded, and loads it while it is wanted. */
export function useLatePart<Part>(
  { loaded, load, subscribe }: LatePart<Part>,
  wanted: boolean,
  onFailure: () => void,
): Part | undefined {
  const part = useSyncExternalStore(subscribe, loaded);
  const fail = useEffectEvent(onFailure);
  const missing = wanted && part === undefined;
  useEffect(() => {
    if (!missing) return;
    let over = false;
    load().catch(() => !over && fail());
    return () => {
      over = true;
    };
  }, [missing, load]);
  return part;
}
