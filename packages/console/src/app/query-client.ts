import { ApiError } from '@licet/contract/client';
import { QueryClient } from '@tanstack/react-query';

const FRESH_MS = 10_000;
const TRIES = 3;
const LONGEST_PAUSE_MS = 8000;

/** The console's cache of answers. Retries only if the server was unreachable, never after a refusal. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < TRIES && isUnavailable(error),
        retryDelay: (failures) => Math.min(500 * 2 ** failures, LONGEST_PAUSE_MS),
      },
    },
  });
}

const isUnavailable = (error: Error): boolean => error instanceof ApiError && error.problem.status === 503;

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError;
  }
}
