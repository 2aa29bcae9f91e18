import { useEffect, useState } from 'react';
import { forgetDraft, forgetDrafts, keepDraft, withDraft } from './form-draft.ts';

/**
 * Input that is not covered by a form's own `keep`. This tab keeps it until it is sent, even if another component or
 * screen replaces the form, or the page reloads.
 */
export function useDraft<V extends object>(
  name: string,
  empty: Required<V>,
): [draft: V, change: (changes: Partial<V>) => void, forget: () => void] {
  const [draft, setDraft] = useState<V>(() => withDraft(name, empty));
  const change = (changes: Partial<V>) => {
    const next = { ...draft, ...changes };
    setDraft(next);
    keepDraft(name, { first: empty, values: next });
  };
  return [draft, change, () => forgetDraft(name)];
}

/** A state that survives a reload and a sign-in, but is discarded when the user leaves the screen. */
export function useKept<V>(called: string, initial: V): [value: V, set: (next: V) => void] {
  const name = KEPT + called;
  const [first] = useState(initial);
  const [value, setValue] = useState(() => withDraft<{ value: V }>(name, { value: first }).value);
  useEffect(() => {
    if (value !== first) keepDraft(name, { first: { value: first }, values: { value } });
    return () => forgetDraft(name);
  }, [name, first, value]);
  return [value, setValue];
}

/**
 * Discards the states of `useKept` from before this page load. Unmounting discards them too, but a page that is left by
 * its address or by a link to another site unmounts nothing.
 */
export const forgetKept = (): void => forgetDrafts(KEPT);

const KEPT = 'kept ';
