import { useEffect, useState } from 'react';
import { forgetDraft, keepDraft, withDraft } from './form-draft.ts';

/** A state that survives a reload and the way through the sign-in and back, but not its screen. */
export function useKept<V>(name: string, initial: V): [value: V, set: (next: V) => void] {
  const [first] = useState(initial);
  const [value, setValue] = useState(() => withDraft<{ value: V }>(name, { value: first }).value);
  useEffect(() => {
    if (value !== first) keepDraft(name, { first: { value: first }, values: { value } });
    return () => forgetDraft(name);
  }, [name, first, value]);
  return [value, setValue];
}
