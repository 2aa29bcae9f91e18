import { startTransition, useState } from 'react';

/** Handles the choice of a value. A promise settles when the value has been taken over, for example by the URL. */
export type Choose<V> = (value: V) => Promise<void> | undefined | void;

/**
 * Shows a chosen value at once, although its owner takes it over later, as the URL does. Returns the value to show and
 * the handler of a choice. If the owner keeps another value, that value shows again.
 */
export function useAhead<V>(
  value: V,
  onChange: Choose<V> | undefined,
): readonly [shown: V, choose: (value: V) => void] {
  const [ahead, setAhead] = useState<{ readonly value: V }>();
  const choose = (next: V) => {
    const taken = onChange?.(next);
    if (!taken) return;
    const mine = { value: next };
    setAhead(mine);
    // The router shows a new URL in a transition. One that begins later is never shown before it.
    const forget = () => startTransition(() => setAhead((now) => (now === mine ? undefined : now)));
    taken.then(forget, forget);
  };
  return [ahead ? ahead.value : value, choose];
}
