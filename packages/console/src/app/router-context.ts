import type { QueryClient } from '@tanstack/react-query';

/** What every route is given. */
export interface RouterContext {
  readonly queryClient: QueryClient;
}
