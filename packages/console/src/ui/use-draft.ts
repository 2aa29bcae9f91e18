import { useState } from 'react';
import { forgetDraft, keepDraft, withDraft } from './form-draft.ts';

/**
 * Input that a form's own `keep` does not cover. It stays in this tab until it is sent, through another component in
 * its place, another screen or a reload.
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
