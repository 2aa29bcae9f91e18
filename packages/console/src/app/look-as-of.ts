import type { QueryClient } from '@tanstack/react-query';
import { asOf } from '../session/as-of.ts';

/** Reads the one parameter that every address may have: the shown instant. */
export function readInstant({ at }: Readonly<Record<string, unknown>>): { at?: string | undefined } {
  const time = typeof at === 'string' ? Date.parse(at) : Number.NaN;
  return Number.isFinite(time) ? { at: new Date(time).toISOString() } : {};
}

/**
 * Sets the shown instant from an address. If it changes, removes the cached answers for the former one, except the
 * user's identity.
 */
export function lookAsOf(queryClient: QueryClient, search: Readonly<Record<string, unknown>>): void {
  const { at } = readInstant(search);
  if (at === asOf.current()) return;
  asOf.set(at);
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' });
}
