import type { Licet } from '@licet/client';
import { useStepUp } from '@licet/react';
import { createContext, useCallback, useContext, useEffect, useState } from 'react';

export const LicetContext = createContext<Licet | null>(null);

/** Licet's client: it signs in and sends the token along. */
export function useLicet(): Licet {
  const licet = useContext(LicetContext);
  if (!licet) throw new Error('useLicet wants a LicetContext above it.');
  return licet;
}

/** What a request came to: still on its way, its answer, or a sentence that says why there is none. */
export type Loaded<Data> =
  | { readonly state: 'loading' }
  | { readonly state: 'loaded'; readonly data: Data }
  | { readonly state: 'failed'; readonly sentence: string };

/** Reads from Ledger's API; `reload` reads once more without taking away what is shown. */
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

/** Asks Ledger's API to do something. @returns undefined when it was done, else a sentence that says why not */
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
