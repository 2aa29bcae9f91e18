import type { Access } from '@licet/client';
import type { QueryClient } from '@tanstack/react-query';

/** What every route is given. */
export interface RouterContext {
  /** The person's own token, as the screens go by it. */
  readonly access: Access;
  readonly queryClient: QueryClient;
}
