import type { QueryClient } from '@tanstack/react-query';
import { asOf } from '../session/as-of.ts';

/** What the address of every screen may say beside its own: the instant that is looked at. */
export function readInstant({ at }: Readonly<Record<string, unknown>>): { at?: string | undefined } {
  const time = typeof at === 'string' ? Date.parse(at) : Number.NaN;
  return Number.isFinite(time) ? { at: new Date(time).toISOString() } : {};
}

/** Looks at the instant that an address names; what was answered for another one is forgotten, but for who one is. */
export function lookAsOf(queryClient: QueryClient, search: Readonly<Record<string, unknown>>): void {
  const { at } = readInstant(search);
  if (at === asOf.current()) return;
  asOf.set(at);
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' });
}
