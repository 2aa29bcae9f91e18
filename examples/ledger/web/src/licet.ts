import type { Licet } from '@licet/client';
import { useStepUp } from '@licet/react';
import { createContext, useCallback, useContext, useEffect, useState } from 'react';

export const LicetContext = createContext<Licet | null>(null);

/** Returns Licet's client, which signs users in and adds the token to requests. */
export function useLicet(): Licet {
  const licet = useContext(LicetContext);
  if (!licet) throw new Error('useLicet wants a LicetContext above it.');
  return licet;
}

/** The state of a request: loading, the data, or a sentence that explains the failure. */
export type Loaded<Data> =
  | { readonly state: 'loading' }
  | { readonly state: 'loaded'; readonly data: Data }
  | { readonly state: 'failed'; readonly sentence: string };

/** Reads from Ledger's API. `reload` reads again and keeps the shown data until the response arrives. */
export function useData<Data>(path: string): Loaded<Data> & { readonly reload: () => Promise<void> } {
  const licet = useLicet();
  const [loaded, setLoaded] = useState<Loaded<Data>>({ state: 'loading' });
  const read = useCallback(
    async (signal: AbortSignal | null = null) => {
      const response = await licet.fetch(path, { signal }).catch(() => undefined);
      const next: Loaded<Data> = response?.ok
        ? { state: 'loaded', data: await response.json() }
        : { state: 'failed', sentence: await why(response) };
      if (!signal?.aborted) setLoaded(next);
    },
    [licet, path],
  );
  useEffect(() => {
    const leaving = new AbortController();
    void read(leaving.signal);
    return () => leaving.abort();
  }, [read]);
  return { ...loaded, reload: read };
}

/**
 * Returns a function that calls an action of Ledger's API. The function resolves to undefined on success, and otherwise to a sentence with
 * the reason.
 */
export function useDeed(): (path: string, body?: object) => Promise<string | undefined> {
  const licet = useLicet();
  const { stepUp } = useStepUp();
  return async (path, body = {}) => {
    const headers = { 'content-type': 'application/json' };
    const response = await licet
      .fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
      .catch(() => undefined);
    if (response && (await stepUp(response))) return 'You sign in once more, and come back here.';
    return response?.ok ? undefined : why(response);
  };
}

async function why(response: Response | undefined): Promise<string> {
  if (!response) return 'Ledger does not answer. Look whether it runs, then try again.';
  const problem: { title?: string; detail?: string } = await response.json().catch(() => ({}));
  return (
    [problem.title, problem.detail].filter(Boolean).join(' ') ||
    `Ledger could not do that just now (${response.status}). Try again in a moment.`
  );
}
