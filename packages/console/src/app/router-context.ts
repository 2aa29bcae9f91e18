import type { Access } from '@licet/client';
import type { QueryClient } from '@tanstack/react-query';

/** The context of every route. */
export interface RouterContext {
  /** The user's own token, which screens use. */
  readonly access: Access;
  readonly queryClient: QueryClient;
}
