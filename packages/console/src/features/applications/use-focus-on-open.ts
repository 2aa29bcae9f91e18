import { useEffect } from 'react';

/** Puts the focus into a field when the form that holds it opens. */
export function useFocusOnOpen(id: string): void {
  useEffect(() => document.getElementById(id)?.focus(), [id]);
}
