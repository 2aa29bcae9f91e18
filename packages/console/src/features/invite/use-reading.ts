import { useDeferredValue, useMemo } from 'react';

/** Reads a text after the field has shown it, so that typing into a long text stays fast. */
export function useDeferredReading<Read>(text: string, read: (text: string) => Read): Read {
  const deferred = useDeferredValue(text);
  return useMemo(() => read(deferred), [deferred, read]);
}
