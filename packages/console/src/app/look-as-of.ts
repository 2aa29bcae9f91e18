import type { QueryClient } from '@tanstack/react-query';
import { asOf } from '../session/as-of.ts';

/** Reads the parameter that every address may have besides its own: the shown instant. */
export function readInstant({ at }: Readonly<Record<string, unknown>>): { at?: string | undefined } {
  const time = typeof at === 'string' ? Date.parse(at) : Number.NaN;
  return Number.isFinite(time) ? { at: new Date(time).toISOString() } : {};
}

/** Shows the instant of an address, and drops cached answers for another one, except the user's identity. */
export function lookAsOf(queryClient: QueryClient, search: Readonly<Record<string, unknown>>): void {
  const { at } = readInstant(search);
  if (at === asOf.current()) return;
  asOf.set(at);
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' });
}
