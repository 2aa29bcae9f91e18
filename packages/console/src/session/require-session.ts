import type { QueryClient } from '@tanstack/react-query';
import { meQuery } from './me.ts';
import { beginSignIn } from './sign-in.ts';
import { readTokens } from './token-store.ts';

/**
 * Before a screen that needs somebody: nobody signed in leaves for the sign-in (or, at the first start, for the set-up),
 * and comes back to the path. Then loads who it is.
 */
export async function requireSession(queryClient: QueryClient, path: string): Promise<void> {
  if (!readTokens()) {
    if (await needsSetup()) {
      location.replace('/setup');
      return new Promise<never>(() => {});
    }
    await beginSignIn(path);
  }
  await queryClient.ensureQueryData(meQuery);
}

async function needsSetup(): Promise<boolean> {
  const response = await fetch('/api/v1/setup', { credentials: 'omit' }).catch(() => null);
  const body: unknown = response?.ok ? await response.json().catch(() => null) : null;
  return typeof body === 'object' && body !== null && 'needed' in body && body.needed === true;
}
